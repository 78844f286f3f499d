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

/** Where an entity with the attributes `due` and `wakesAt` is found when its time has come. */
export const DUE_INDEX = "DUE#{due}";

/** Milliseconds after which what was handed over, but is still there, is handed over again. */
const LEASE = 5 * 60_000;
/** Milliseconds after which one run begins no further page. */
const LONGEST_RUN = 20_000;
/** Items handed over at once. Their leases are written side by side, and partitions are read so as well: more wait for a socket. */
const PAGE = 25;

interface DueSelection<E extends Entity> {
  entity: E;
  /** Value of the attribute `due`: a partition of the index. */
  due: string;
  /** ISO instant up to which items are due. */
  until: string;
  /** Only what wakes later. */
  after?: string;
  /** Pages are handed over until it is so many. */
  most?: number;
  /** Takes items whose time has come; until they are changed they come again every five minutes. */
  process: (items: Stored<E>[]) => Promise<void>;
}

/**
 * Hands over the items of one partition whose `wakesAt` has come, oldest first, and answers how many there were. Handing over
 * comes first, then a lease hides the item: a crash in between repeats, it never loses.
 */
export async function processDueItems<E extends Entity>(selection: DueSelection<E>): Promise<number> {
  const { entity, due, until, after, most = Number.POSITIVE_INFINITY, process } = selection;
  const startedAt = now();
  const range = { index: KEYS_ONLY_INDEX, until, limit: PAGE, ...(after !== undefined && { after }) };
  let count = 0;
  for await (const keys of queryKeyPages(entity, { due } as Values<E>, range)) {
    const read = await getItems(keys.map((key) => itemRequest(entity, key)));
    const items = read.filter(
      (item): item is Stored<E> =>
        item !== undefined && item["due"] === due && String(item["wakesAt"]) <= until,
    );
    if (items.length > 0) await process(items);
    await Promise.all(items.map((item) => lease(entity, item)));
    count += items.length;
    if (count >= most || now() - startedAt > LONGEST_RUN) break;
  }
  return count;
}

/**
 * Moves an item on in the index alone, so its version stays; one that has changed meanwhile is somewhere else already.
 */
async function lease<E extends Entity>(entity: E, item: Stored<E>): Promise<void> {
  const values = { ...item, wakesAt: new Date(now() + LEASE).toISOString() };
  const sortKey = renderKey(entity.indexes[KEYS_ONLY_INDEX]?.sk ?? "", values).text;
  const unchanged = all(equals("due", item["due"]), equals("wakesAt", item["wakesAt"]));
  const set = { [`${KEYS_ONLY_INDEX}sk`]: sortKey };
  const unversioned = { ...entity, versioned: false };
  await ignoreFailedCondition(writeOne(update(unversioned, item as KeyOf<E>, { set, if: unchanged })));
}
