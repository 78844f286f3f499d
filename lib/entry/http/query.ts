import type { APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent } from "aws-lambda";

/** The part of an event that contains the query. */
export type EventWithQuery = Pick<
  APIGatewayProxyEvent | APIGatewayRequestAuthorizerEvent,
  "multiValueQueryStringParameters"
>;

/**
 * Returns the decoded query parameters of a request: every value of each name, in the order of the request.
 *
 * A REST API decodes a query and then encodes each `%` again, so `state=100%25` arrives as `100%25` instead of `100%` (see
 * "Amazon API Gateway important notes for REST APIs"). This function undoes that. A `%` that is not followed by `25` shows that
 * nothing was encoded again; then all values stay unchanged.
 */
export function queryOf(event: EventWithQuery): [name: string, values: string[]][] {
  const sent = Object.entries(event.multiValueQueryStringParameters ?? {}).map(
    ([name, values]): [string, string[]] => [name, values ?? []],
  );
  if (sent.flat(2).some((text) => /%(?!25)/.test(text))) return sent;
  const decode = (text: string): string => text.replaceAll("%25", "%");
  return sent.map(([name, values]) => [decode(name), values.map(decode)]);
}
