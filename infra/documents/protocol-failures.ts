import { jsonRpcErrorOf, oauthCode, oauthErrorOf } from "#lib/entry/http/failure-response.ts";
import { FAILURES, Failure, type FailureCode } from "#lib/failures.ts";
import type { JsonSchema } from "./json-schemas.ts";

const text = { type: "string" };
const requestId = "JJbxmplHYosFVYQ=";

/** The error body of OAuth endpoints, RFC 6749 §5.2; see `lib/entry/http/failure-response.ts`. */
export const OAUTH_ERROR_SCHEMA: JsonSchema = {
  type: "object",
  required: ["error", "error_description", "message", "requestId"],
  properties: {
    error: { ...text, description: "Error code for programs" },
    error_description: { ...text, description: "Description of the error for people, in ASCII" },
    message: { ...text, description: "Same as `error_description`, not limited to ASCII" },
    requestId: { ...text, description: "Same as the header `X-Request-Id`" },
  },
};

/** The `content` of an OAuth endpoint's error response with one of these codes. */
export const oauthFailureContent = (codes: readonly FailureCode[]): object => ({
  "application/json": {
    schema: {
      allOf: [
        { $ref: "#/components/schemas/OAuthError" },
        { properties: { error: { enum: [...new Set(codes.map(oauthCode))] } } },
      ],
    },
    examples: examplesOf(codes, (failure) => oauthErrorOf(failure, requestId)),
  },
});

/** The error body of the MCP server, JSON-RPC 2.0 §5.1; see `lib/entry/http/failure-response.ts`. */
export const JSON_RPC_ERROR_SCHEMA: JsonSchema = {
  type: "object",
  required: ["jsonrpc", "error"],
  properties: {
    jsonrpc: { const: "2.0", description: "Version of JSON-RPC" },
    id: {
      anyOf: [text, { type: "integer" }, { type: "null" }],
      description: "Id of the request, if it was read",
    },
    error: {
      type: "object",
      description: "What went wrong",
      required: ["code", "message"],
      properties: {
        code: { type: "integer", description: "Code of JSON-RPC or of MCP" },
        message: { ...text, description: "What is wrong, for people and language models" },
        data: {
          type: "object",
          description:
            "The problem document that other endpoints return, or the supported versions of the protocol",
        },
      },
    },
  },
};

/** The `content` of the MCP server's error response with one of these codes. */
export const jsonRpcFailureContent = (codes: readonly FailureCode[]): object => ({
  "application/json": {
    schema: { $ref: "#/components/schemas/JsonRpcError" },
    examples: examplesOf(codes, (failure) => jsonRpcErrorOf(failure, { requestId })),
  },
});

const examplesOf = (codes: readonly FailureCode[], render: (failure: Failure) => object): object =>
  Object.fromEntries(codes.map((code) => [code, { value: render(new Failure(code, FAILURES[code].title)) }]));
