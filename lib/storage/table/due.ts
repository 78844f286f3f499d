import { now } from "#lib/platform/clock.ts";
import { all, equals } from "./condition.ts";
import { ignoreFailedCondition } from "./condition-failed.ts";
import { type Entity, type KeyOf, keyValues, type Stored } from "./entity.ts";
import { KEYS_ONLY_INDEX } from "./indexes.ts";
import { renderKey } from "./key.ts";
import { update } from "./operations.ts";
import { rawBatch, type Values } from "./query.ts";
import { findReadableItems } from "./read.ts";
import { writeOne } from "./write.ts";

/** Partition key of the due index. It contains the items with an attribute `due`, sorted by their attribute `wakesAt`. */
export const DUE_INDEX = "DUE#{due}";

/** Milliseconds after which an item that was processed, but did not change, is due again. */
const VISIBILITY_TIMEOUT = 5 * 60_000;
/** Milliseconds after which a run starts no further page, by default. */
const LONGEST_RUN = 20_000;
/** Items processed together. They are hidden in parallel, and partitions are read in parallel: more would wait for a connection. */
const PAGE_SIZE = 25;

/** Which part of an index partition a run processes. Each page has 25 items. */
export interface IndexRun {
  /** Only items with a sort key up to this one, such as an ISO instant. */
  until: string;
  /** Only items after this sort key. */
  after?: string;
  /** Number of items after which no further page is processed. */
  most?: number;
  /** Milliseconds after which no further page is processed. */
  longestRun?: number;
}

/** What a run has left. */
export interface IndexRunResult {
  /** The sort key after which to continue; undefined if the run reached the end. */
  next: string | undefined;
  /** The errors of the items that can't be read. They stay in the index. */
  unreadable: unknown[];
}

/**
 * Fails if a run found items that can't be read. To be called when all else is done: such an item must not stop the others.
 *
 * @throws {AggregateError}
 */
export function requireReadable(...runs: readonly Pick<IndexRunResult, "unreadable">[]): void {
  const errors = runs.flatMap(({ unreadable }) => unreadable);
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} items can't be read`);
}

/**
 * Processes the keys in one partition of the index of keys, page by page, oldest first. `process` returns the number of items that it found.
 * Returns the sort key after which to continue; undefined if the run reached the end.
 */
export async function processKeys<E extends Entity>(
  { entity, values }: { entity: E; values: Values<E> },
  { until, after, most = Number.POSITIVE_INFINITY, longestRun = LONGEST_RUN }: IndexRun,
  process: (keys: KeyOf<E>[]) => Promise<number>,
): Promise<string | undefined> {
  const startedAt = now();
  let count = 0;
  let position = after;
  do {
    const range = { index: KEYS_ONLY_INDEX, until, limit: PAGE_SIZE };
    const { items, next } = await rawBatch(entity, values, {
      ...range,
      ...(position !== undefined && { after: position }),
    });
    const keys = items.map((item) => keyValues(entity, item)).filter((key): key is KeyOf<E> => !!key);
    if (keys.length > 0) count += await process(keys);
    position = next;
  } while (position !== undefined && count < most && now() - startedAt <= longestRun);
  return position;
}

interface DueSelection<E extends Entity> extends IndexRun {
  entity: E;
  /** Value of the attribute `due`: a partition of the index. */
  due: string;
  /** Processes a page of due items. It runs again every five minutes for items that it does not change. */
  process: (items: Stored<E>[]) => Promise<void>;
}

/**
 * Processes the due items of one partition, oldest first. Items are hidden only after they were processed, so a crash in between repeats
 * work, but never loses it.
 */
export async function processDueItems<E extends Entity>({
  entity,
  due,
  process,
  ...run
}: DueSelection<E>): Promise<IndexRunResult> {
  const unreadable: unknown[] = [];
  const next = await processKeys({ entity, values: { due } as Values<E> }, run, async (keys) => {
    const read = await findReadableItems(entity, keys);
    unreadable.push(...read.unreadable);
    const items = read.items.filter((item) => item["due"] === due && String(item["wakesAt"]) <= run.until);
    if (items.length > 0) await process(items);
    await Promise.all(items.map((item) => hideItem(entity, item)));
    return items.length;
  });
  return { next, unreadable };
}

/** Sets a later time in the index only, so that the item's version stays the same. Does nothing if the item has changed since. */
async function hideItem<E extends Entity>(entity: E, item: Stored<E>): Promise<void> {
  const values = { ...item, wakesAt: new Date(now() + VISIBILITY_TIMEOUT).toISOString() };
  const sortKey = renderKey(entity.indexes[KEYS_ONLY_INDEX]?.sk ?? "", values).text;
  const unchanged = all(equals("due", item["due"]), equals("wakesAt", item["wakesAt"]));
  const set = { [`${KEYS_ONLY_INDEX}sk`]: sortKey };
  const unversioned = { ...entity, versioned: false };
  await ignoreFailedCondition(writeOne(update(unversioned, item as KeyOf<E>, { set, if: unchanged })));
}
