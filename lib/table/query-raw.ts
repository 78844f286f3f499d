import { countRoundTrip } from "#lib/platform/round-trips.ts";
import { decodeMembers, encodeMembers } from "./attribute-values.ts";
import { tableClient } from "./client.ts";
import type { Entity } from "./entity.ts";
import { buildQuery, type Range, type Values } from "./query.ts";
import { parseRawItems, type RawItem } from "./raw-items.ts";

/**
 * Reads the items of one partition without decoding each attribute, which takes most of the time of a call with thousands of attributes
 * (ADR 0038). All attributes must be numbers or plain strings. Strongly consistent; one round trip per MB.
 */
export async function queryRaw<E extends Entity>(
  entity: E,
  values: Values<E>,
  range: Range,
): Promise<RawItem[]> {
  const items: RawItem[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const query = encodeMembers({ ...buildQuery(entity, values, range), ExclusiveStartKey: start });
    const response = await countRoundTrip(() => tableClient().sendEncoded("Query", query));
    const page = parseRawItems(response);
    items.push(...page.items);
    start = decodeMembers(JSON.parse(page.rest)).LastEvaluatedKey;
  } while (start);
  return items;
}
