import type { APIGatewayProxyEvent } from "aws-lambda";
import { originOf } from "./base-url.ts";

/** Where a list was asked for, so that its neighbours can be linked to. */
export interface ListAddress {
  /** Absolute, without the query. */
  url: string;
  /** The filters of the query, in the order they were sent. */
  filters: readonly (readonly [name: string, value: string])[];
}

/** The path of a call, with the stage. Without the slash at its end that API Gateway lets pass, for links go by what is in front. */
export const pathOf = ({ requestContext }: Pick<APIGatewayProxyEvent, "requestContext">): string =>
  requestContext.path.replace(/\/$/, "");

/** The address of a list as the caller wrote it; of its query only the filters named, so never a credential. */
export function addressOf(event: APIGatewayProxyEvent, filterNames: readonly string[]): ListAddress {
  const query = Object.entries(event.multiValueQueryStringParameters ?? {});
  return {
    url: originOf(event) + pathOf(event),
    filters: query
      .filter(([name]) => filterNames.includes(name))
      .flatMap(([name, values]) => (values ?? []).map((value) => [name, value] as const)),
  };
}

/** The value of a `Link` header (RFC 8288): each relation with what its address says beside the filters. */
export function linkHeader(
  { url, filters }: ListAddress,
  relations: Record<string, Record<string, string | number> | undefined>,
): string {
  return Object.entries(relations)
    .flatMap(([relation, query]) => {
      if (query === undefined) return [];
      const parameters = new URLSearchParams();
      for (const [name, value] of [...filters, ...Object.entries(query)])
        parameters.append(name, String(value));
      return [`<${url}?${parameters}>; rel="${relation}"`];
    })
    .join(", ");
}

/** The neighbours of a page. Beyond the end, the previous page is the last one. */
export function pageRelations(window: { page: number; take: number }, total: number) {
  const { page, take } = window;
  const last = Math.max(1, Math.ceil(total / take));
  return {
    first: { take, page: 1 },
    prev: page > 1 ? { take, page: Math.min(page - 1, last) } : undefined,
    next: page < last ? { take, page: page + 1 } : undefined,
    last: { take, page: last },
  };
}
