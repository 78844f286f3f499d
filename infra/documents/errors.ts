import { gatewayFailures } from "#infra/gateway/responses.ts";
import type { Registry } from "#infra/registry.ts";
import { FAILURES, type FailureCode } from "#lib/failures.ts";
import { declaredFailures } from "#lib/http/declared-failures.ts";
import type { EndpointSpec } from "#lib/http/spec.ts";
import { isApi } from "./kinds.ts";
import { markdownTable } from "./markdown-table.ts";

/** `docs/errors.md`: every code a caller can meet, and which endpoints name it beyond those all share. */
export function errorsDocument(registry: Registry): string {
  const rows = Object.keys(FAILURES)
    .filter(isFailureCode)
    .map((code) => {
      const { status, title } = FAILURES[code];
      return [`\`${code}\``, String(status), title, answeredBy(registry, code)];
    });
  return `# Errors

Every error is a problem document (RFC 9457, \`application/problem+json\`): \`type\`, \`title\`, \`status\`, \`detail\`,
\`instance\`, \`code\`, \`requestId\`, \`errors\` (one \`{pointer, code, message}\` for each invalid field) and
\`message\`, which repeats \`detail\`. Programs use \`code\`, whose values are listed here. \`title\` and \`detail\` are for people and can change.

${markdownTable(["Code", "Status", "Title", "Returned by"], rows)}`;
}

/** Kinds of endpoints, the widest first, for codes that a whole kind answers. */
const KINDS: [string, (spec: EndpointSpec) => boolean][] = [
  ["every endpoint", () => true],
  ["every endpoint that needs a credential", ({ scopes }) => scopes !== "public"],
  [
    "every endpoint that accepts input",
    ({ path, query, body, options }) => Boolean(path || query || body || options),
  ],
  ["every endpoint that accepts a body", ({ body, options }) => Boolean(body || options)],
];

function answeredBy({ endpoints }: Registry, code: FailureCode): string {
  // Pages for people tell of failures in their own way.
  const specs = endpoints.map(({ spec }) => spec).filter(isApi);
  const answering = specs.filter((spec) => declaredFailures(spec).includes(code));
  const naming = answering.filter(({ failures }) => failures.includes(code));
  if (naming.length === answering.length) {
    const all = naming.map(({ id }) => `\`${id}\``);
    return [...all, ...(gatewayFailures().has(code) ? ["the gateway"] : [])].join(", ");
  }
  const kind = KINDS.find(
    ([, belongs]) =>
      specs.every((spec) => !belongs(spec) || answering.includes(spec)) &&
      answering.every((spec) => belongs(spec) || naming.includes(spec)),
  );
  return kind?.[0] ?? "";
}

const isFailureCode = (code: string): code is FailureCode => code in FAILURES;
