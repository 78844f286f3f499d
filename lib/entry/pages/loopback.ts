import type { APIGatewayProxyEvent } from "aws-lambda";
import { isLoopbackHost } from "#lib/platform/loopback.ts";

/** Whether a request was sent to a loopback host, which is possible only in the local cloud: a deployed gateway sets its own host name. */
export const isLoopback = ({ requestContext }: Pick<APIGatewayProxyEvent, "requestContext">): boolean =>
  isLoopbackHost(requestContext.domainName ?? "");
