import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";

/** Any object of the OpenAPI document. */
interface Part {
  [name: string]: unknown;
}

interface Operation extends Part {
  deprecated?: boolean;
  tags: readonly string[];
  responses: Record<string, Part & { $ref?: string }>;
}

interface ApiDocument extends Part {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Part>;
}

const errorOf = (mediaType: string, schema: string): Part => ({
  description: "Error",
  content: { [mediaType]: { schema: { $ref: `#/components/schemas/${schema}` } } },
});

/** One response for all errors of an operation, which differ by `code`. */
const ERRORS = {
  Problem: errorOf("application/problem+json", "Problem"),
  OAuthError: errorOf("application/json", "OAuthError"),
};

/** `client/schema.ts`: the types of the OpenAPI document, for the typed client. */
export async function clientTypes(openApi: object): Promise<string> {
  // A request can omit a field with a default.
  const nodes = await openapiTS(forPrograms(openApi as ApiDocument), { defaultNonNullable: false });
  return `/** Generated from docs/openapi.json by \`npm run documents\`. */\n\n${shorten(astToString(nodes))}`;
}

/** Removes what clients do not need: members of type `never`, headers of responses, and repeated descriptions. */
const shorten = (types: string): string =>
  types
    .replace(/^ +\w+\?: never;\n/gm, "")
    .replace(/^ +headers: \{\n +\[name: string\]: unknown;\n +\};\n/gm, "")
    .replace(/^ +\/\*\* @description (?:Success|Error) \*\/\n/gm, "")
    .replace(/\{\n +\}/g, "Record<string, never>");

/**
 * Reduces the document to what the client needs: JSON operations that are not deprecated, without examples and response headers, each
 * with one response for all errors.
 */
function forPrograms({ paths, components, ...others }: ApiDocument): OpenAPI3 {
  const operations = Object.entries(paths).flatMap(([path, item]) => {
    const wanted = Object.entries(item).filter(([, operation]) => isForPrograms(operation));
    const shorter = wanted.map(([method, operation]) => [method, withOneError(operation)]);
    return shorter.length > 0 ? [[path, Object.fromEntries(shorter)]] : [];
  });
  const { schemas, parameters, securitySchemes } = components;
  return withoutExamples({
    ...others,
    paths: Object.fromEntries(operations),
    components: { schemas, parameters, securitySchemes, responses: ERRORS },
  }) as OpenAPI3;
}

const isForPrograms = ({ deprecated, tags, responses }: Operation): boolean =>
  deprecated !== true &&
  !tags.includes("Documents") &&
  JSON.stringify(responses["200"] ?? responses["201"] ?? "").includes('"application/json"');

function withOneError({ responses, ...operation }: Operation): Part {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const isOAuth = Object.values(responses).some(({ $ref }) => $ref?.includes("/oauth."));
  return {
    ...operation,
    responses: {
      ...Object.fromEntries(successes.map(([status, { headers: _, ...response }]) => [status, response])),
      default: { $ref: `#/components/responses/${isOAuth ? "OAuthError" : "Problem"}` },
    },
  };
}

/** Copies a value without examples. A member of `properties` is kept even if its name is `example`. */
function withoutExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== "example" && name !== "examples")
      .map(([name, part]) => [
        name,
        name === "properties"
          ? Object.fromEntries(Object.entries(part).map(([of, inner]) => [of, withoutExamples(inner)]))
          : withoutExamples(part),
      ]),
  );
}
