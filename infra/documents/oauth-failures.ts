import { FAILURES, Failure, type FailureCode } from "#lib/failures.ts";
import { oauthCode, oauthErrorOf } from "#lib/http/oauth-error.ts";
import type { JsonSchema } from "./json-schemas.ts";

const text = { type: "string" };

/** The body of every failure of an OAuth endpoint, RFC 6749 §5.2; see `lib/http/oauth-error.ts`. */
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

/** The content of a response that tells of these failures. */
export const oauthFailureContent = (codes: readonly FailureCode[]): object => ({
  "application/json": {
    schema: {
      allOf: [
        { $ref: "#/components/schemas/OAuthError" },
        { properties: { error: { enum: [...new Set(codes.map(oauthCode))] } } },
      ],
    },
    examples: Object.fromEntries(codes.map((code) => [code, { value: exampleError(code) }])),
  },
});

const exampleError = (code: FailureCode): object =>
  oauthErrorOf(new Failure(code, FAILURES[code].title), "JJbxmplHYosFVYQ=");
