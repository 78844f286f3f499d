import type { APIGatewayRequestAuthorizerEvent } from "aws-lambda";

/**
 * Every different credential of a request: `Authorization: Bearer`, `X-Api-Key`, and `apiKey` in the query, which older
 * clients send (decisions §2).
 */
export function credentialsIn(event: APIGatewayRequestAuthorizerEvent): string[] {
  const found = [
    ...headerValues(event, "authorization").flatMap((value) => /^Bearer +(\S+)$/i.exec(value)?.[1] ?? []),
    ...headerValues(event, "x-api-key"),
    ...(event.multiValueQueryStringParameters?.["apiKey"] ?? []),
  ];
  return [...new Set(found.filter((value) => value !== ""))];
}

function headerValues(event: APIGatewayRequestAuthorizerEvent, name: string): string[] {
  return Object.entries(event.multiValueHeaders ?? {}).flatMap(([header, values]) =>
    header.toLowerCase() === name ? (values ?? []).map((value) => value.trim()) : [],
  );
}
