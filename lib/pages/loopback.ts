import type { APIGatewayProxyEvent } from "aws-lambda";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether a call came to this machine itself, by http. The gateway fills the name in, not the caller, and a deployed one
 * never has such a name.
 */
export const isLoopback = ({ requestContext }: Pick<APIGatewayProxyEvent, "requestContext">): boolean =>
  LOOPBACK.has(requestContext.domainName ?? "");
