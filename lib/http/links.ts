import type { APIGatewayProxyEvent } from "aws-lambda";
import { invalidField } from "#lib/failures.ts";
import { resourceUrlOf } from "./base-url.ts";
import { queryOf } from "./query.ts";

/** Where a list was asked for, so that its neighbours can be linked to. */
export interface ListAddress {
  /** Absolute, without the query. */
  url: string;
  /** The filters of the query, in the order they were sent. */
  filters: readonly (readonly [name: string, value: string])[];
}

/** Bytes of the filters of a list as its links repeat them. Four links are then less than 8 KB. */
const LONGEST_FILTERS = 1_800;

/**
 * The address of a list; of its query only the filters named, so never a credential.
 *
 * @throws {Failure} `invalid_request` when the filters are too long for links
 */
export function addressOf(event: APIGatewayProxyEvent, filterNames: readonly string[]): ListAddress {
  const filters = queryOf(event)
    .filter(([name]) => filterNames.includes(name))
    .flatMap(([name, values]) => values.map((value): [string, string] => [name, value]));
  if (String(new URLSearchParams(filters)).length > LONGEST_FILTERS)
    throw invalidField(
      "#/query",
      `The filters can have at most ${LONGEST_FILTERS} bytes, URL-encoded. Send fewer values per request.`,
    );
  return { url: resourceUrlOf(event), filters };
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

/** Links of a page: `hasNext` tells whether elements follow it. */
export const pageRelations = ({ page, take }: { page: number; take: number }, hasNext: boolean) => ({
  first: { take, page: 1 },
  prev: page > 1 ? { take, page: page - 1 } : undefined,
  next: hasNext ? { take, page: page + 1 } : undefined,
});

/** Links of a page of a list with a known number of elements. Beyond the end, the previous page is the last one. */
export function countedPageRelations({ page, take }: { page: number; take: number }, total: number) {
  const last = Math.max(1, Math.ceil(total / take));
  return {
    ...pageRelations({ page: Math.min(page, last + 1), take }, page < last),
    last: { take, page: last },
  };
}
