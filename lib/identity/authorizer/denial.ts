import type { APIGatewayRequestAuthorizerEvent } from "aws-lambda";
import { baseUrlOf } from "#lib/entry/http/base-url.ts";
import { FAILURES } from "#lib/failures.ts";
import { API_METADATA, MCP_METADATA, MCP_SCOPES } from "#lib/identity/oauth/resource.ts";

const DETAILS = {
  unauthorized: "Send an API key or an access token.",
  invalid_token: "The credential is unknown, expired or revoked.",
} as const;

/** Variables for the template of the gateway's 401 (`infra/gateway/responses.ts`). The gateway does not escape them. */
export interface Denial {
  code: keyof typeof DETAILS;
  title: string;
  detail: string;
  /** Value of `WWW-Authenticate`. */
  challenge: string;
}

/** The start of Cal.com's API keys, which users who move from there send. */
const CAL_KEY = /^cal_/;

/**
 * Builds the denial of a request without a valid credential, with the URL of the metadata for OAuth clients (RFC 9728 §5.1). The authorizer does this because the
 * URL needs the host of the request: the gateway can't concatenate texts, and it renames a `WWW-Authenticate` header of a function.
 */
export function denialOf(
  code: Denial["code"],
  event: APIGatewayRequestAuthorizerEvent,
  credential = "",
): Denial {
  const isMcp = event.resource === "/mcp";
  const parameters = [
    ...(code === "unauthorized" ? [] : [`error="${code}"`]),
    ...(isMcp ? [`scope="${MCP_SCOPES.join(" ")}"`] : []),
    `resource_metadata="${baseUrlOf(event)}${isMcp ? MCP_METADATA : API_METADATA}"`,
  ];
  const challenge = `Bearer ${parameters.join(", ")}`;
  const detail = CAL_KEY.test(credential)
    ? `This is an API key of Cal.com. Create one of this service at ${baseUrlOf(event)}/account.`
    : DETAILS[code];
  return { code, title: FAILURES[code].title, detail, challenge };
}
