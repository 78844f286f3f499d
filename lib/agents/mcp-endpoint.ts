import * as z from "zod";
import { type HandleCall, pipeline } from "#lib/entry/http/pipeline.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { Failure, type FailureCode } from "#lib/failures.ts";
import type { Permission } from "#lib/platform/permissions.ts";
import { handleMessage } from "./mcp-server.ts";
import { McpMessage } from "./message.ts";
import { TOOLS } from "./tools.ts";

/** Permissions to record a result for an `idempotencyKey`. */
const RECORD_PERMISSIONS: readonly Permission[] = ["table:GetItem", "table:PutItem"];
/** Failures of the request itself. Failures of a tool are part of its result. */
const REQUEST_FAILURES: readonly FailureCode[] = ["forbidden"];

const McpResponse = z.looseObject({
  jsonrpc: z.literal("2.0").describe("Version of JSON-RPC."),
  id: z
    .union([z.string(), z.int()])
    .nullable()
    .optional()
    .describe("Id of the request; null if the error has no request."),
  result: z.looseObject({}).optional().describe("Result of the method."),
  error: z
    .looseObject({ code: z.int().describe("JSON-RPC code."), message: z.string().describe("What is wrong.") })
    .optional()
    .describe("Error, instead of a result."),
});

type McpSpec = Pick<EndpointSpec, "id" | "summary" | "route"> & { description: string };

/**
 * Creates the Lambda handler of the MCP server: Streamable HTTP without sessions and streams. The endpoint requires no scopes, because each
 * tool requires its own.
 */
export function mcpEndpoint(spec: McpSpec) {
  const mcpSpec: EndpointSpec = {
    ...spec,
    scopes: [],
    protocol: "mcp",
    body: McpMessage,
    response: McpResponse,
    failures: REQUEST_FAILURES,
    permissions: [...new Set([...RECORD_PERMISSIONS, ...TOOLS.flatMap(({ permissions }) => permissions)])],
    assets: ["mcp-tools.json"],
  };
  const handleCall: HandleCall = async ({ body, apiHost: host, caller }, event) => {
    const header = (name: string) => event.headers?.[name.toLowerCase()];
    requireTrustedOrigin(header("Origin"));
    const response = await handleMessage({ message: McpMessage.parse(body), host, caller, header });
    return { statusCode: response.status, body: await response.text() };
  };
  return Object.assign(pipeline(mcpSpec, handleCall), { spec: mcpSpec });
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Requires that a web page that calls the MCP server has a trusted origin: https, or this machine. A page that reaches a local server by
 * DNS rebinding has neither, because the server has no certificate for the name of the page (specification 2026-07-28, "Streamable HTTP").
 *
 * @throws {Failure} `forbidden`
 */
function requireTrustedOrigin(origin: string | undefined): void {
  if (origin === undefined || isTrusted(origin)) return;
  throw new Failure(
    "forbidden",
    "Pages can use the MCP server only from an https origin or from this machine.",
  );
}

function isTrusted(origin: string): boolean {
  const { protocol, hostname } = URL.parse(origin) ?? {};
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname ?? ""));
}
