import type { APIGatewayProxyEvent } from "aws-lambda";
import * as z from "zod";
import { identify } from "#lib/authorizer/authorize.ts";
import type { Caller } from "#lib/caller.ts";
import { Failure, type FailureCode } from "#lib/failures.ts";
import { callerFrom } from "#lib/http/gateway-context.ts";
import { headerOf } from "#lib/http/headers.ts";
import { type AnswerCall, pipeline } from "#lib/http/pipeline.ts";
import type { EndpointSpec } from "#lib/http/spec.ts";
import { MCP_SCOPES, mcpMetadataUrl } from "#lib/oauth/resource.ts";
import { runAs } from "#lib/platform/actor.ts";
import type { Permission } from "#lib/platform/permissions.ts";
import { answerMessage } from "./answer-message.ts";
import { McpMessage } from "./message.ts";
import { requireTrustedOrigin } from "./require-origin.ts";
import { TOOLS } from "./tools.ts";

/** What the check of a credential, and a result that is kept for an `idempotencyKey`, need. */
const OWN_PERMISSIONS: readonly Permission[] = ["table:GetItem", "table:PutItem", "table:UpdateItem"];
/** Failures of a request. Those of a tool are in its result. */
const OWN_FAILURES: readonly FailureCode[] = [
  "unauthorized",
  "invalid_token",
  "two_credentials",
  "user_locked",
  "insufficient_scope",
  "forbidden",
  "not_found",
  "too_many_requests",
];

const McpResponse = z.looseObject({
  jsonrpc: z.literal("2.0").describe("Version of JSON-RPC."),
  id: z.union([z.string(), z.int()]).optional().describe("Id of the request."),
  result: z.looseObject({}).optional().describe("Result of the method."),
  error: z
    .looseObject({ code: z.int().describe("JSON-RPC code."), message: z.string().describe("What is wrong.") })
    .optional()
    .describe("Error, instead of a result."),
});

type McpSpec = Pick<EndpointSpec, "id" | "summary" | "route"> & { description: string };

/**
 * Makes the Lambda handler of the MCP server: Streamable HTTP without sessions and streams. It checks credentials itself, with the code of
 * the authorizer, because the gateway's 401 can't name the metadata of the host that was called (RFC 9728 §5.1).
 */
export function mcpEndpoint(spec: McpSpec) {
  const mcpSpec: EndpointSpec = {
    ...spec,
    scopes: "public",
    protocol: "mcp",
    body: McpMessage,
    response: McpResponse,
    failures: OWN_FAILURES,
    permissions: [...new Set([...OWN_PERMISSIONS, ...TOOLS.flatMap(({ permissions }) => permissions)])],
    assets: ["mcp-tools.json"],
  };
  const answer: AnswerCall = async ({ body, host, baseUrl }, event) => {
    const header = (name: string) => headerOf(event, name);
    requireTrustedOrigin(header("Origin"));
    const caller = await admit(event, baseUrl);
    try {
      const call = { message: McpMessage.parse(body), host, caller, header };
      const reply = await runAs(caller, () => answerMessage(call));
      return { ...reply, body: reply.body === undefined ? "" : JSON.stringify(reply.body) };
    } catch (error) {
      throw error instanceof Failure ? withChallenge(error, baseUrl) : error;
    }
  };
  return Object.assign(pipeline(mcpSpec, answer), { spec: mcpSpec });
}

/** The caller, as the gateway's authorizer would have found it. From now on the event has it, for the log and the rate headers. */
async function admit(event: APIGatewayProxyEvent, baseUrl: string): Promise<Caller> {
  const identified = await identify(event);
  if (identified === "missing")
    throw withChallenge(new Failure("unauthorized", "Send an API key or an access token."), baseUrl);
  if (identified === "invalid")
    throw withChallenge(
      new Failure("invalid_token", "The credential is unknown, expired or revoked."),
      baseUrl,
    );
  event.requestContext.authorizer = { ...identified };
  return callerFrom(identified);
}

/** The failure with a header that says how to get a better credential, if that would help (RFC 6750 §3, RFC 9728 §5.1). */
function withChallenge(failure: Failure, baseUrl: string): Failure {
  const { code, message, extensions } = failure;
  if (code !== "unauthorized" && code !== "invalid_token" && code !== "insufficient_scope") return failure;
  const { scope = MCP_SCOPES.join(" ") } = extensions;
  const parameters = [
    ...(code === "unauthorized" ? [] : [`error="${code}"`]),
    `scope="${scope}"`,
    `resource_metadata="${mcpMetadataUrl(baseUrl)}"`,
  ];
  const headers = { "WWW-Authenticate": `Bearer ${parameters.join(", ")}` };
  return new Failure(code, message, { headers, extensions });
}
