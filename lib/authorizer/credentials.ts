import type { APIGatewayRequestAuthorizerEvent } from "aws-lambda";
import { headerValues } from "#lib/http/headers.ts";
import { queryOf } from "#lib/http/query.ts";

/**
 * Every different credential of a request: `Authorization: Bearer`, `X-Api-Key`, and `apiKey` in the query, which older
 * clients send.
 */
export function credentialsIn(event: APIGatewayRequestAuthorizerEvent): string[] {
  const found = [
    ...bearersIn(event),
    ...headerValues(event, "x-api-key"),
    ...queryOf(event).flatMap(([name, values]) => (name === "apiKey" ? values : [])),
  ];
  return [...new Set(found.filter((value) => value !== ""))];
}

/** What came as `Authorization: Bearer`, the only place for an access token: an address is kept in too many logs (RFC 9700 §4.3). */
export const bearersIn = (event: APIGatewayRequestAuthorizerEvent): string[] =>
  headerValues(event, "authorization").flatMap((value) => /^Bearer +(\S+)$/i.exec(value)?.[1] ?? []);

/** Whether Authorization headers differ, of whatever scheme: which one is meant would be a guess (RFC 9110 §11.6.2). */
export const hasTwoAuthorizations = (event: APIGatewayRequestAuthorizerEvent): boolean =>
  headerValues(event, "authorization").length > 1;
