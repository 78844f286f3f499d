import type { APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent } from "aws-lambda";

/** A header of a request, however its name is written; undefined when it is missing. */
export function headerOf(event: Pick<APIGatewayProxyEvent, "headers">, name: string): string | undefined {
  const found = Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === name.toLowerCase());
  return found?.[1];
}

/** Every different value of a header that may have been sent more than once, without the blanks around it. */
export function headerValues(
  { multiValueHeaders }: Pick<APIGatewayProxyEvent | APIGatewayRequestAuthorizerEvent, "multiValueHeaders">,
  name: string,
): string[] {
  const values = Object.entries(multiValueHeaders ?? {}).flatMap(([key, sent]) =>
    key.toLowerCase() === name.toLowerCase() ? (sent ?? []).map((value) => value.trim()) : [],
  );
  return [...new Set(values)];
}
