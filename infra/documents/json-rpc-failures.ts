import { FAILURES, Failure, type FailureCode } from "#lib/failures.ts";
import { jsonRpcErrorOf } from "#lib/http/json-rpc-error.ts";
import type { JsonSchema } from "./json-schemas.ts";

const text = { type: "string" };

/** The body of every failure of the MCP server, JSON-RPC 2.0 §5.1; see `lib/http/json-rpc-error.ts`. */
export const JSON_RPC_ERROR_SCHEMA: JsonSchema = {
  type: "object",
  required: ["jsonrpc", "error"],
  properties: {
    jsonrpc: { const: "2.0", description: "Version of JSON-RPC" },
    id: { anyOf: [text, { type: "integer" }], description: "Id of the request, if it was read" },
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

/** The content of a response that tells of these failures. */
export const jsonRpcFailureContent = (codes: readonly FailureCode[]): object => ({
  "application/json": {
    schema: { $ref: "#/components/schemas/JsonRpcError" },
    examples: Object.fromEntries(codes.map((code) => [code, { value: exampleError(code) }])),
  },
});

const exampleError = (code: FailureCode): object =>
  jsonRpcErrorOf(new Failure(code, FAILURES[code].title), { requestId: "JJbxmplHYosFVYQ=" });
