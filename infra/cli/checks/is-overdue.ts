import { now } from "#lib/platform/clock.ts";
import type { Entity } from "#lib/table/entity.ts";
import { KEYS_ONLY_INDEX } from "#lib/table/indexes.ts";
import { queryKeyPages, type Values } from "#lib/table/query.ts";

/** Milliseconds after which the sweep, which runs every minute, should have handled an item. */
const LONGEST_WAIT = 10 * 60_000;

/** Whether the due index has an item, under any of these keys, that the sweep should have handled. */
export async function isOverdue<E extends Entity>(entity: E, keys: readonly Values<E>[]): Promise<boolean> {
  const until = new Date(now() - LONGEST_WAIT).toISOString();
  const range = { index: KEYS_ONLY_INDEX, until, limit: 1 };
  const oldest = keys.map((key) => queryKeyPages(entity, key, range).next());
  return (await Promise.all(oldest)).some(({ value }) => value !== undefined && value.length > 0);
}
