import type { APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent } from "aws-lambda";
import { headerValues } from "#lib/entry/http/headers.ts";
import { type EventWithQuery, queryOf } from "#lib/entry/http/query.ts";

/** The parts of an event that have credentials. */
type Request = Pick<APIGatewayProxyEvent | APIGatewayRequestAuthorizerEvent, "multiValueHeaders"> &
  EventWithQuery;

/** Lists the different credentials of a request: `Authorization: Bearer`, `X-Api-Key`, and `apiKey` in the query of older clients. */
export function credentialsIn(event: Request): string[] {
  const found = [
    ...bearersIn(event),
    ...headerValues(event, "x-api-key"),
    ...queryOf(event).flatMap(([name, values]) => (name === "apiKey" ? values : [])),
  ];
  return [...new Set(found.filter((value) => value !== ""))];
}

/** The values of `Authorization: Bearer`. Access tokens are accepted only there, because URLs are logged (RFC 9700 §4.3). */
export const bearersIn = (event: Request): string[] =>
  headerValues(event, "authorization").flatMap((value) => /^Bearer +(\S+)$/i.exec(value)?.[1] ?? []);

/** Whether a request has several Authorization headers, of any scheme, which is ambiguous (RFC 9110 §11.6.2). */
export const hasTwoAuthorizations = (event: Request): boolean =>
  headerValues(event, "authorization").length > 1;
