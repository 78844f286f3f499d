import { now } from "#lib/platform/clock.ts";
import { all, equals } from "./condition.ts";
import { ignoreFailedCondition } from "./condition-failed.ts";
import type { Entity, KeyOf, Stored } from "./entity.ts";
import { KEYS_ONLY_INDEX } from "./indexes.ts";
import { renderKey } from "./key.ts";
import { update } from "./operations.ts";
import { queryKeyPages, type Values } from "./query.ts";
import { getItems, itemRequest } from "./read.ts";
import { writeOne } from "./write.ts";

/** Partition key of the due index. It contains the items with an attribute `due`, sorted by their attribute `wakesAt`. */
export const DUE_INDEX = "DUE#{due}";

/** Milliseconds after which an item that was processed, but did not change, is due again. */
const VISIBILITY_TIMEOUT = 5 * 60_000;
/** Milliseconds after which a run starts no further page. */
const LONGEST_RUN = 20_000;
/** Items processed together. They are hidden in parallel, and partitions are read in parallel: more would wait for a connection. */
const PAGE_SIZE = 25;

interface DueSelection<E extends Entity> {
  entity: E;
  /** Value of the attribute `due`: a partition of the index. */
  due: string;
  /** Only items with a `wakesAt` up to this ISO instant. */
  until: string;
  /** Only items with a `wakesAt` after this ISO instant. */
  after?: string;
  /** Number of items after which no further page is processed. */
  most?: number;
  /** Processes a page of due items. It runs again every five minutes for items that it does not change. */
  process: (items: Stored<E>[]) => Promise<void>;
}

/**
 * Processes the due items of one partition, oldest first, and returns their number. Items are hidden only after they were processed, so
 * a crash in between repeats work, but never loses it.
 */
export async function processDueItems<E extends Entity>(selection: DueSelection<E>): Promise<number> {
  const { entity, due, until, after, most = Number.POSITIVE_INFINITY, process } = selection;
  const startedAt = now();
  const range = { index: KEYS_ONLY_INDEX, until, limit: PAGE_SIZE, ...(after !== undefined && { after }) };
  let count = 0;
  for await (const keys of queryKeyPages(entity, { due } as Values<E>, range)) {
    const read = await getItems(keys.map((key) => itemRequest(entity, key)));
    const items = read.filter(
      (item): item is Stored<E> =>
        item !== undefined && item["due"] === due && String(item["wakesAt"]) <= until,
    );
    if (items.length > 0) await process(items);
    await Promise.all(items.map((item) => hideItem(entity, item)));
    count += items.length;
    if (count >= most || now() - startedAt > LONGEST_RUN) break;
  }
  return count;
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
