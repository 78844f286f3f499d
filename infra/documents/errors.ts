import { gatewayFailures } from "#infra/gateway/responses.ts";
import type { Registry } from "#infra/registry.ts";
import { declaredFailures } from "#lib/entry/http/declared-failures.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { FAILURES, type FailureCode } from "#lib/failures.ts";
import { FIELD_CODES } from "./field-codes.ts";
import { isApi } from "./kinds.ts";
import { markdownTable } from "./markdown.ts";

/** `docs/errors.md`: every code, and which endpoints return it. */
export function errorsDocument(registry: Registry): string {
  const rows = Object.keys(FAILURES)
    .filter(isFailureCode)
    .map((code) => {
      const { status, title } = FAILURES[code];
      return [`\`${code}\``, String(status), title, returnedBy(registry, code)];
    });
  const fields = Object.entries(FIELD_CODES).map(([code, meaning]) => [`\`${code}\``, meaning]);
  return `# Errors

Every error is a problem document (RFC 9457, \`application/problem+json\`): \`type\`, \`title\`, \`status\`, \`detail\`,
\`instance\` (not in errors of API Gateway itself, such as 401), \`code\`, \`requestId\`, \`errors\` (one \`{pointer, code, message}\` for each invalid field) and
\`message\`, which repeats \`detail\`. Programs use the two kinds of \`code\`, which are listed below. \`title\`, \`detail\` and \`message\` are for people and can
change. The endpoints of OAuth 2.0 return \`error\` and \`error_description\` instead (RFC 6749). The MCP server
returns JSON-RPC errors with the problem document in \`data\`, and failures of tools as results ([agents.md](agents.md)).

What a client should do:

| Status | Do |
| --- | --- |
| 400, 404, 405, 406, 409, 413, 415, 422 | Correct the request. Sending it again unchanged fails again, unless the data has changed in the meantime. |
| 401 | Refresh the access token, or use another API key. |
| 403 | Use a credential with the missing scope or right. |
| 412 | Read the resource again, and send the change with its new \`ETag\`. |
| 429 | Wait for the seconds in \`Retry-After\`, then send the request again. |
| 500, 503 | Send the request again after the seconds in \`Retry-After\`, or after increasing pauses. A write may have taken effect: if you sent an \`Idempotency-Key\`, send it again with the same key. If 500 persists, report the \`requestId\` to the operator. |

## Codes

${markdownTable(["Code", "Status", "Title", "Returned by"], rows)}
\`no_available_users_found_error\` and \`booking_seats_full\` also have \`rule\` and \`nextSlots\`, and for a reserved time
\`reservedUntil\` and, if you made the reservation, \`reservationUid\`: [availability.md](availability.md).

## Codes of invalid fields

The \`code\` of each element of \`errors\`. \`pointer\` is the field, for example \`#/start\` in the body or \`#/query/take\`.

${markdownTable(["Code", "Meaning"], fields)}`;
}

/** Kinds of endpoints, the largest first, for codes that all endpoints of a kind can return. */
const KINDS: [string, (spec: EndpointSpec) => boolean][] = [
  ["every endpoint", () => true],
  ["every endpoint that needs a credential", ({ scopes }) => scopes !== "public"],
  ["every endpoint that accepts input", ({ input }) => Object.keys(input).length > 0],
  ["every endpoint that accepts a body", ({ input: { body, options } }) => Boolean(body || options)],
  [
    "every endpoint that changes data",
    ({ route, scopes }) => !route.startsWith("GET ") && scopes !== "public",
  ],
  [
    "every endpoint that changes or deletes an existing resource",
    ({ route, scopes, input }) =>
      /^(PUT|PATCH|DELETE) /.test(route) && scopes !== "public" && input.path !== undefined,
  ],
];

function returnedBy({ endpoints }: Registry, code: FailureCode): string {
  // HTML pages have no error codes.
  const specs = endpoints.map(({ spec }) => spec).filter(isApi);
  const returning = specs.filter((spec) => declaredFailures(spec).includes(code));
  const declaring = returning.filter(({ failures }) => failures.includes(code));
  if (declaring.length === returning.length) {
    const all = declaring.map(({ id }) => `\`${id}\``);
    return [...all, ...(gatewayFailures().has(code) ? ["the gateway"] : [])].join(", ");
  }
  const kind = KINDS.find(
    ([, belongs]) =>
      specs.every((spec) => !belongs(spec) || returning.includes(spec)) &&
      returning.every((spec) => belongs(spec) || declaring.includes(spec)),
  );
  return kind?.[0] ?? "";
}

const isFailureCode = (code: string): code is FailureCode => code in FAILURES;
