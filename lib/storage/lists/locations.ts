import { primaryKey } from "#lib/storage/table/entity.ts";
import { countItems, queryAll, type Range } from "#lib/storage/table/query.ts";
import { IDS_PER_PARTITION, type Location, type LocatorEntity } from "./kind.ts";
import type { Order } from "./order.ts";

/** Some consecutive ids, both inclusive. */
export interface IdSpan {
  first: number;
  last: number;
}

/** How to read locations. Locations of expired elements are only included if it is requested. */
interface LocationOptions {
  order: Order;
  withExpired?: boolean;
}

/** Reads the locations of the elements with some ids: one round trip, with a query for each partition in parallel. */
export async function readLocations(
  locator: LocatorEntity,
  span: IdSpan,
  { order, withExpired = false }: LocationOptions,
): Promise<Location[]> {
  // Without `ttl`, an expired location is not recognized.
  const options = withExpired ? { withExpired, attributesOfSchema: true } : {};
  const parts = await Promise.all(
    partsOf(span).map((part) =>
      queryAll(locator, { id: part.first }, { ...options, ...rangeOf(locator, part) }),
    ),
  );
  const locations = parts.flat();
  return order === "asc" ? locations : locations.toReversed();
}

/** Counts the elements with some ids, expired ones included: one round trip, with a query for each partition in parallel. */
export async function countLocations(locator: LocatorEntity, span: IdSpan): Promise<number> {
  const parts = await Promise.all(
    partsOf(span).map((part) => countItems(locator, { id: part.first }, rangeOf(locator, part))),
  );
  return parts.reduce((sum, { count }) => sum + count, 0);
}

/** Splits ids by the partitions of their locators. */
function partsOf({ first, last }: IdSpan): IdSpan[] {
  const partition = (id: number): number => Math.floor(id / IDS_PER_PARTITION);
  const length = Math.max(0, partition(last) - partition(first) + 1);
  return Array.from({ length }, (_, at) => {
    const start = (partition(first) + at) * IDS_PER_PARTITION;
    return { first: Math.max(first, start), last: Math.min(last, start + IDS_PER_PARTITION - 1) };
  });
}

/** The sort keys of ids that are in one partition. */
function rangeOf(locator: LocatorEntity, { first, last }: IdSpan): Range {
  const keyOf = (id: number): string => primaryKey(locator, { id }).sk;
  return { wholePartition: true, ...(first > 0 && { after: keyOf(first - 1) }), until: keyOf(last) };
}
