import type { APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent } from "aws-lambda";
import { headerValues } from "#lib/http/headers.ts";
import { type EventWithQuery, queryOf } from "#lib/http/query.ts";

/** The parts of an event that have credentials. */
type Request = Pick<APIGatewayProxyEvent | APIGatewayRequestAuthorizerEvent, "multiValueHeaders"> &
  EventWithQuery;

/**
 * Every different credential of a request: `Authorization: Bearer`, `X-Api-Key`, and `apiKey` in the query, which older
 * clients send.
 */
export function credentialsIn(event: Request): string[] {
  const found = [
    ...bearersIn(event),
    ...headerValues(event, "x-api-key"),
    ...queryOf(event).flatMap(([name, values]) => (name === "apiKey" ? values : [])),
  ];
  return [...new Set(found.filter((value) => value !== ""))];
}

/** What came as `Authorization: Bearer`, the only place for an access token: an address is kept in too many logs (RFC 9700 §4.3). */
export const bearersIn = (event: Request): string[] =>
  headerValues(event, "authorization").flatMap((value) => /^Bearer +(\S+)$/i.exec(value)?.[1] ?? []);

/** Whether Authorization headers differ, of whatever scheme: which one is meant would be a guess (RFC 9110 §11.6.2). */
export const hasTwoAuthorizations = (event: Request): boolean =>
  headerValues(event, "authorization").length > 1;
