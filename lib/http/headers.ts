import type { APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent } from "aws-lambda";

/** A header of a request, by its name in any case; undefined if it is missing. */
export function headerOf(event: Pick<APIGatewayProxyEvent, "headers">, name: string): string | undefined {
  const found = Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === name.toLowerCase());
  return found?.[1];
}

/** The distinct values of a header that may have been sent more than once, trimmed. */
export function headerValues(
  { multiValueHeaders }: Pick<APIGatewayProxyEvent | APIGatewayRequestAuthorizerEvent, "multiValueHeaders">,
  name: string,
): string[] {
  const values = Object.entries(multiValueHeaders ?? {}).flatMap(([key, sent]) =>
    key.toLowerCase() === name.toLowerCase() ? (sent ?? []).map((value) => value.trim()) : [],
  );
  return [...new Set(values)];
}
