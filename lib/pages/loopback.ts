import type { APIGatewayProxyEvent } from "aws-lambda";
import { isLoopbackHost } from "#lib/platform/loopback.ts";

/**
 * Whether a call came to this machine itself. A deployed gateway fills the name in, and never has such a one; the local gateway
 * has it from the caller.
 */
export const isLoopback = ({ requestContext }: Pick<APIGatewayProxyEvent, "requestContext">): boolean =>
  isLoopbackHost(requestContext.domainName ?? "");
