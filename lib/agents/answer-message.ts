import { assetText } from "#lib/http/asset.ts";
import { JSON_RPC_CODES } from "#lib/http/json-rpc-error.ts";
import { API_VERSION } from "#lib/http/version.ts";
import { callTool, findToolCall } from "./call-tool.ts";
import { type McpMessage, type McpRequest, META_PREFIX, toRequest } from "./message.ts";
import type { ToolContext } from "./tool.ts";
import {
  findVersionProblem,
  type HeaderReader,
  isModern,
  LEGACY_VERSIONS,
  MODERN_VERSION,
  negotiateVersion,
} from "./versions.ts";

/** The HTTP response to a message. The response to a notification has no body. */
export interface McpReply {
  statusCode: number;
  body: object | undefined;
}

/** A message, with the headers and the caller of its HTTP request. */
interface McpCall extends ToolContext {
  message: McpMessage;
  header: HeaderReader;
}

const SERVER_INFO = { name: "almanac", title: "Almanac", version: API_VERSION };
const CAPABILITIES = { tools: {} };
const INSTRUCTIONS =
  "Almanac books meetings with the user who connected it. To book: list_event_types, then find_slots, then create_booking. Confirm times and people with the user before you book, move or cancel. Times in results are UTC, except those of find_slots and the next free slots of a failed call, which have the offset of the request.";
/** How long clients may cache the results of {@link METHODS}, which change only with a release. */
const CACHE_FIELDS = { ttlMs: 3_600_000, cacheScope: "public" };

/** The methods of all revisions, except `tools/call`. */
const METHODS: Record<string, (request: McpRequest) => Promise<object> | object> = {
  "server/discover": () => ({
    supportedVersions: [MODERN_VERSION, ...LEGACY_VERSIONS],
    capabilities: CAPABILITIES,
    serverInfo: SERVER_INFO,
    instructions: INSTRUCTIONS,
  }),
  "tools/list": async () => ({ tools: JSON.parse(await assetText("mcp-tools.json")) }),
};

/** The methods that only revisions with a handshake have. */
const LEGACY_METHODS: typeof METHODS = {
  initialize: ({ params }) => ({
    protocolVersion: negotiateVersion(params["protocolVersion"]),
    capabilities: CAPABILITIES,
    serverInfo: SERVER_INFO,
    instructions: INSTRUCTIONS,
  }),
  ping: () => ({}),
};

/** Answers one message of a client, in the revision of the protocol that the client uses. */
export async function answerMessage(call: McpCall): Promise<McpReply> {
  const request = toRequest(call.message);
  if (request === undefined) return { statusCode: 202, body: undefined };
  const problem = findVersionProblem(request, call.header);
  if (problem) return errorReply(400, request, problem);
  const revision = isModern(request, call.header) ? MODERN : LEGACY;
  return request.method === "tools/call"
    ? answerToolCall(request, call, revision)
    : answerMethod(request, revision);
}

/** What differs between the revisions of the protocol. */
interface Revision {
  methods: typeof METHODS;
  /** Status of a request for a method that does not exist. */
  unknownMethod: number;
  /** Fields of every result. Clients of earlier revisions may reject results with unknown fields. */
  fields: object;
  /** Fields of results that clients may cache. */
  cacheFields: object;
}
const MODERN: Revision = {
  methods: METHODS,
  unknownMethod: 404,
  fields: { resultType: "complete", _meta: { [`${META_PREFIX}serverInfo`]: SERVER_INFO } },
  cacheFields: CACHE_FIELDS,
};
const LEGACY: Revision = {
  methods: { ...METHODS, ...LEGACY_METHODS },
  unknownMethod: 200,
  fields: {},
  cacheFields: {},
};

async function answerMethod(request: McpRequest, revision: Revision): Promise<McpReply> {
  const { methods, unknownMethod, fields, cacheFields } = revision;
  const method = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
  if (method) return resultReply(request, { ...fields, ...cacheFields, ...(await method(request)) });
  const error = { code: JSON_RPC_CODES.methodNotFound, message: `Method not found: ${request.method}` };
  return errorReply(unknownMethod, request, error);
}

async function answerToolCall(request: McpRequest, call: McpCall, { fields }: Revision): Promise<McpReply> {
  const found = findToolCall(request.params);
  if (found) return resultReply(request, { ...fields, ...(await callTool(found.tool, found.args, call)) });
  const name = JSON.stringify(request.params["name"] ?? null);
  return errorReply(200, request, {
    code: JSON_RPC_CODES.invalidParams,
    message: `There is no tool ${name}, or "arguments" is not an object. Call tools/list.`,
  });
}

const resultReply = ({ id }: McpRequest, result: object): McpReply => ({
  statusCode: 200,
  body: { jsonrpc: "2.0", id, result },
});

const errorReply = (
  statusCode: number,
  { id }: McpRequest,
  error: { code: number; message: string; data?: object },
): McpReply => ({ statusCode, body: { jsonrpc: "2.0", id, error } });
