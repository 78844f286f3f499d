import { now } from "#lib/platform/clock.ts";
import type { Entity } from "#lib/table/entity.ts";
import { KEYS_ONLY_INDEX } from "#lib/table/indexes.ts";
import { queryKeyPages, type Values } from "#lib/table/read.ts";

/** Milliseconds within which the sweep of every minute should have taken what waits. */
const LONGEST_WAIT = 10 * 60_000;

/** Whether something waits, under any of these keys of the index of what waits, longer than the sweep should leave it. */
export async function isOverdue<E extends Entity>(entity: E, keys: readonly Values<E>[]): Promise<boolean> {
  const until = new Date(now() - LONGEST_WAIT).toISOString();
  const range = { index: KEYS_ONLY_INDEX, until, limit: 1 };
  const oldest = keys.map((key) => queryKeyPages(entity, key, range).next());
  return (await Promise.all(oldest)).some(({ value }) => value !== undefined && value.length > 0);
}
