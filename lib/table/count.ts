import { countRoundTrip } from "#lib/platform/round-trips.ts";
import { tableClient } from "./client.ts";
import type { Entity } from "./entity.ts";
import { queryOf, type Range, type Values } from "./query.ts";

/** How many items there were, and the sort key of the last one when counting stopped at `most`. */
export interface Counted {
  count: number;
  last: string | undefined;
}

/**
 * Counts items of one partition, strongly consistent unless by an index, up to `most`: one round trip per MB, and none of it is carried.
 * So it also finds the key of the n-th item: count up to n.
 */
export async function countItems<E extends Entity>(
  entity: E,
  values: Values<E>,
  { most = Number.POSITIVE_INFINITY, ...range }: Omit<Range, "limit"> & { most?: number } = {},
): Promise<Counted> {
  let count = 0;
  let start: Record<string, unknown> | undefined;
  do {
    const left = most - count;
    const limit = Number.isFinite(left) ? { limit: left } : {};
    const query = queryOf(entity, values, { ...range, ...limit });
    const answer = await countRoundTrip(() =>
      tableClient().send("Query", { ...query, Select: "COUNT", ExclusiveStartKey: start }),
    );
    count += answer.Count ?? 0;
    start = answer.LastEvaluatedKey;
  } while (start && count < most);
  return { count, last: count < most ? undefined : (start?.["sk"] as string | undefined) };
}
