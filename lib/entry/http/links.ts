import { invalidField } from "#lib/failures.ts";
import { type RoutedCall, resourceUrlOf } from "./base-url.ts";
import { type EventWithQuery, queryOf } from "./query.ts";

/** The address of a list, from which the links to other pages are rendered. */
export interface ListAddress {
  /** Absolute, without the query. */
  url: string;
  /** The filters of the query, in the order they were sent. */
  filters: readonly (readonly [name: string, value: string])[];
}

/** Maximum URL-encoded bytes of the filters of a list. Each of its four links repeats them, and together they must be less than 8 KB. */
const LONGEST_FILTERS = 1_800;

/**
 * Returns the address of a list. Of its query, it contains only the named filters, so never a credential.
 *
 * @throws {Failure} `invalid_request` if the filters are too long for links
 */
export function addressOf(event: RoutedCall & EventWithQuery, filterNames: readonly string[]): ListAddress {
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

/** Renders a `Link` header (RFC 8288): each relation with the query parameters that its address has in addition to the filters. */
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

/** Links of a page. `hasNext`: whether there is a next page. */
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
