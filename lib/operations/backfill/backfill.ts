import * as z from "zod";
import { BookingItem } from "#lib/bookings/entity.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import { bookingsIn, nameInSeatedTime } from "#lib/calendar/claims/seated-time-bookings.ts";
import { SeatedTimeItem } from "#lib/calendar/claims/seats.ts";
import { type Caller, requireSystemAdmin } from "#lib/caller.ts";
import { now } from "#lib/platform/clock.ts";
import { equals, present } from "#lib/storage/table/condition.ts";
import { ConditionFailed } from "#lib/storage/table/condition-failed.ts";
import { toCurrentFormat } from "#lib/storage/table/current-format.ts";
import { decode, type Entity } from "#lib/storage/table/entity.ts";
import { check, update } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { updateStoredForm } from "#lib/storage/table/rewrite-item.ts";
import { type RawItem, scanPage } from "#lib/storage/table/scan.ts";
import { transact, writeOne } from "#lib/storage/table/write.ts";
import { deleteCheckpoint, initialState, saveCheckpoint, takeOverCheckpoint } from "./checkpoint.ts";
import { type BackfillState, type Counts, NO_COUNTS, type Segment, type Unreadable } from "./entity.ts";

/** The options of a backfill. */
export interface BackfillOptions {
  /** Writes nothing, not even a checkpoint. */
  isDryRun: boolean;
  /** Ignores the checkpoint of an earlier run. */
  isRestart: boolean;
  /** Most items to read per second, of any kind. */
  itemsPerSecond: number;
  wait(milliseconds: number): Promise<void>;
}

/** Items of a segment in one step. */
const LARGEST_PAGE = 250;
const MAX_EXAMPLES = 20;

/**
 * Rewrites every item of a kind in its current format. A checkpoint is stored after each step, so an interrupted backfill continues
 * there; items that the interrupted step had already rewritten are not counted again. ADR 0028.
 *
 * @throws {Failure} `conflict` when another process has taken it over
 */
export async function backfill(
  caller: Caller,
  entity: Entity,
  options: BackfillOptions,
): Promise<BackfillState> {
  requireSystemAdmin(caller);
  const { isDryRun, itemsPerSecond } = options;
  let state = isDryRun ? initialState(entity.name) : await takeOverCheckpoint(entity.name, options);
  while (state.segments.some(({ isDone }) => !isDone)) {
    const startedAt = now();
    const readBefore = state.counts.read;
    state = await processNextPages(entity, state, options);
    if (!isDryRun) await saveCheckpoint(state);
    const shortest = ((state.counts.read - readBefore) / itemsPerSecond) * 1000;
    await options.wait(Math.max(0, shortest - (now() - startedAt)));
  }
  if (!isDryRun) await deleteCheckpoint(state);
  return state;
}

/** Processes the next page of each unfinished segment, in parallel. */
async function processNextPages(
  entity: Entity,
  before: BackfillState,
  { isDryRun, itemsPerSecond }: BackfillOptions,
): Promise<BackfillState> {
  const unfinished = before.segments.filter(({ isDone }) => !isDone).length;
  const limit = Math.max(1, Math.min(LARGEST_PAGE, Math.floor(itemsPerSecond / unfinished)));
  const pages = await Promise.all(
    before.segments.map((segment, at) => {
      const part = [at, before.segments.length] as const;
      return segment.isDone ? EMPTY_PAGE : processPage(entity, { segment, part, limit, isDryRun });
    }),
  );
  return {
    ...before,
    segments: pages.map(({ segment }) => segment),
    counts: pages.reduce((sum, { counts }) => addCounts(sum, counts), before.counts),
    examples: [...before.examples, ...pages.flatMap(({ unreadable }) => unreadable)].slice(0, MAX_EXAMPLES),
  };
}

interface Page {
  segment: Segment;
  counts: Counts;
  unreadable: Unreadable[];
}

interface PageRequest {
  segment: Segment;
  part: readonly [number, number];
  limit: number;
  isDryRun: boolean;
}

/** Processes the items one after the other, so that there are at most as many concurrent writes as segments. */
async function processPage(entity: Entity, { segment, part, limit, isDryRun }: PageRequest): Promise<Page> {
  const after = segment.after ?? undefined;
  const { items, read, next } = await scanPage({ kind: entity.name, segment: part, after, limit });
  const unreadable: Unreadable[] = [];
  let rewritten = 0;
  for (const item of items) {
    const outcome = await upgradeItem(entity, item, { isDryRun });
    if (typeof outcome === "object") unreadable.push(outcome);
    else {
      const isNamed = entity === BookingItem && (await addNameToSeatedTime(item, { isDryRun }));
      if (outcome === "rewritten" || isNamed) rewritten += 1;
    }
  }
  return {
    segment: next ? { after: { pk: String(next["pk"]), sk: String(next["sk"]) }, isDone: false } : DONE,
    counts: { read, found: items.length, rewritten, unreadable: unreadable.length },
    unreadable,
  };
}

const DONE: Segment = { after: null, isDone: true };
const EMPTY_PAGE: Page = { segment: DONE, counts: NO_COUNTS, unreadable: [] };

const addCounts = (one: Counts, other: Counts): Counts => ({
  read: one.read + other.read,
  found: one.found + other.found,
  rewritten: one.rewritten + other.rewritten,
  unreadable: one.unreadable + other.unreadable,
});

/**
 * Rewrites one item in its current format, if it has another one. The write has a condition: if the item has been changed since it was
 * read, the new content is rewritten instead; if it has been deleted, it is not created again.
 */
export async function upgradeItem(
  entity: Entity,
  read: RawItem,
  { isDryRun }: { isDryRun: boolean },
): Promise<"rewritten" | "unchanged" | Unreadable> {
  for (let item: RawItem | undefined = read; item && !hasExpired(item); ) {
    const after = currentFormatOrReason(entity, item);
    if (typeof after === "string") return { pk: String(item["pk"]), sk: String(item["sk"]), reason: after };
    const operation = updateStoredForm(entity, item, after);
    if (!operation) return "unchanged";
    if (isDryRun) return "rewritten";
    try {
      await writeOne(operation);
      return "rewritten";
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      item = error.conditions[0]?.item;
    }
  }
  return "unchanged";
}

const hasExpired = ({ ttl }: RawItem): boolean => typeof ttl === "number" && ttl * 1000 <= now();

/** The item in its current format, or why its schema can't parse it. The reason contains no values. */
function currentFormatOrReason(entity: Entity, item: RawItem): RawItem | string {
  try {
    return toCurrentFormat(entity, item);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    return `${issue?.path.join(".")}: ${issue?.message}`;
  }
}

/** Adds a booking that has not ended to its slot: the earlier format of slots had no bookings. Returns whether it was missing there. */
async function addNameToSeatedTime(item: RawItem, { isDryRun }: { isDryRun: boolean }): Promise<boolean> {
  let booking = decode(BookingItem, item);
  return retryFailedCondition(async (failed) => {
    if (failed && booking) booking = await findItem(BookingItem, booking);
    if (!booking || !holdsTime(booking.status) || Date.parse(booking.endTime) < now()) return false;
    const { id, userId, claim, version } = booking;
    if (claim?.slot == null) return false;
    const key = { userId, slot: claim.slot };
    const slot = await findItem(SeatedTimeItem, key);
    if (!slot || bookingsIn(slot).some((other) => other.id === id)) return false;
    if (isDryRun) return true;
    await transact([
      check(BookingItem, { userId, id }, { if: equals("version", version) }),
      update(SeatedTimeItem, key, { set: nameInSeatedTime(booking), if: present("pk") }),
    ]);
    return true;
  });
}
