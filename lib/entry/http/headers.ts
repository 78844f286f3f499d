import type { APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent } from "aws-lambda";

/**
 * A header of a request, by its name in lower case; undefined if it is missing. `@middy/http-header-normalizer` must have run, because API
 * Gateway passes names as the client spelled them.
 */
export const headerOf = (
  { headers }: Pick<APIGatewayProxyEvent, "headers">,
  name: Lowercase<string>,
): string | undefined => headers?.[name];

/**
 * The distinct values of a header that may have been sent more than once, trimmed. Names are compared in any case, for the authorizer, whose
 * events are not normalized: the normalizer keeps the last one of two spellings, but two credentials must be rejected.
 */
export function headerValues(
  { multiValueHeaders }: Pick<APIGatewayProxyEvent | APIGatewayRequestAuthorizerEvent, "multiValueHeaders">,
  name: Lowercase<string>,
): string[] {
  const values = Object.entries(multiValueHeaders ?? {}).flatMap(([key, sent]) =>
    key.toLowerCase() === name ? (sent ?? []).map((value) => value.trim()) : [],
  );
  return [...new Set(values)];
}
