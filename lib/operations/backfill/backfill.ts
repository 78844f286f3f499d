import { BookingItem } from "#lib/bookings/entity.ts";
import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import { now } from "#lib/platform/clock.ts";
import type { Entity } from "#lib/table/entity.ts";
import { scanPage } from "#lib/table/scan.ts";
import { beginning, endCheckpoint, keepCheckpoint, takeCheckpoint } from "./checkpoint.ts";
import { type BackfillState, type Counts, NO_COUNTS, type Segment, type Unreadable } from "./entity.ts";
import { addNameToSlot } from "./name-in-slot.ts";
import { upgradeItem } from "./upgrade-item.ts";

/** How a backfill goes on. */
export interface BackfillOptions {
  /** Writes nothing, a checkpoint neither. */
  isDryRun: boolean;
  /** Forgets how far an earlier one came. */
  isRestart: boolean;
  /** Items it looks at, of any kind. */
  itemsPerSecond: number;
  /** Hears after every step how far it is. */
  reportProgress(counts: Counts): void;
  wait(milliseconds: number): Promise<void>;
}

/** Items of a segment in one step. */
const LARGEST_PAGE = 250;
const MOST_EXAMPLES = 20;

/**
 * Brings every item of a kind into its present form, with a checkpoint after each step: a killed one goes on there. What a step that was
 * cut off has rewritten is not counted again. ADR 0028.
 *
 * @throws {Failure} `conflict` when another process has taken it over
 */
export async function backfill(caller: Caller, entity: Entity, how: BackfillOptions): Promise<BackfillState> {
  requireSystemAdmin(caller);
  let state = how.isDryRun ? beginning(entity.name) : await takeCheckpoint(entity.name, how);
  while (state.segments.some(({ isDone }) => !isDone)) {
    const startedAt = now();
    const read = state.counts.read;
    state = await makeStep(entity, state, how);
    if (!how.isDryRun) await keepCheckpoint(state);
    how.reportProgress(state.counts);
    const due = ((state.counts.read - read) / how.itemsPerSecond) * 1000;
    await how.wait(Math.max(0, due - (now() - startedAt)));
  }
  if (!how.isDryRun) await endCheckpoint(state);
  return state;
}

/** A page of every segment that is not done. */
async function makeStep(entity: Entity, before: BackfillState, how: BackfillOptions): Promise<BackfillState> {
  const live = before.segments.filter(({ isDone }) => !isDone).length;
  const limit = Math.max(1, Math.min(LARGEST_PAGE, Math.floor(how.itemsPerSecond / live)));
  const pages = await Promise.all(
    before.segments.map((segment, at) => {
      const part = [at, before.segments.length] as const;
      return segment.isDone ? NOTHING_LEFT : workOn(entity, { segment, part, limit, isDryRun: how.isDryRun });
    }),
  );
  return {
    ...before,
    segments: pages.map(({ segment }) => segment),
    counts: pages.reduce((sum, { counts }) => added(sum, counts), before.counts),
    examples: [...before.examples, ...pages.flatMap(({ unreadable }) => unreadable)].slice(0, MOST_EXAMPLES),
  };
}

interface Page {
  segment: Segment;
  counts: Counts;
  unreadable: Unreadable[];
}

interface Work {
  segment: Segment;
  part: readonly [number, number];
  limit: number;
  isDryRun: boolean;
}

/** One item after the other, so that no more is written side by side than there are segments. */
async function workOn(entity: Entity, { segment, part, limit, isDryRun }: Work): Promise<Page> {
  const after = segment.after ?? undefined;
  const { items, read, next } = await scanPage({ kind: entity.name, segment: part, after, limit });
  const unreadable: Unreadable[] = [];
  let rewritten = 0;
  for (const item of items) {
    const end = await upgradeItem(entity, item, { isDryRun });
    if (typeof end === "object") unreadable.push(end);
    else {
      const isNamed = entity === BookingItem && (await addNameToSlot(item, { isDryRun }));
      if (end === "rewritten" || isNamed) rewritten += 1;
    }
  }
  return {
    segment: next ? { after: { pk: String(next["pk"]), sk: String(next["sk"]) }, isDone: false } : DONE,
    counts: { read, found: items.length, rewritten, unreadable: unreadable.length },
    unreadable,
  };
}

const DONE: Segment = { after: null, isDone: true };
const NOTHING_LEFT: Page = { segment: DONE, counts: NO_COUNTS, unreadable: [] };

const added = (one: Counts, other: Counts): Counts => ({
  read: one.read + other.read,
  found: one.found + other.found,
  rewritten: one.rewritten + other.rewritten,
  unreadable: one.unreadable + other.unreadable,
});
