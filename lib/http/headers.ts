import type { APIGatewayProxyEvent } from "aws-lambda";

/** A header of a request, however its name is written; undefined when it is missing. */
export function headerOf(event: Pick<APIGatewayProxyEvent, "headers">, name: string): string | undefined {
  const found = Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === name.toLowerCase());
  return found?.[1];
}
