import { invalidField } from "#lib/failures.ts";
import type { StoredSchedule } from "./entity.ts";
import { type EntryTimes, MOST_ENTRIES } from "./schema.ts";

/** The id of an entry is that of its schedule times this, plus a number from 1. */
const IDS_PER_SCHEDULE = 10_000;

/** The id of the schedule that an entry is part of. */
export const scheduleIdOf = (availabilityId: number): number => Math.floor(availabilityId / IDS_PER_SCHEDULE);

export type StoredEntry = StoredSchedule["entries"][number];
type Entries = Pick<StoredSchedule, "id" | "entries" | "nextEntry">;

/**
 * Adds an entry with a new id to a schedule.
 *
 * @throws {Failure} `invalid_request` when the schedule has as many as it can have
 */
export function addEntry<S extends Entries>(
  schedule: S,
  hours: EntryTimes,
): { schedule: S; entry: StoredEntry } {
  const { id, entries, nextEntry } = schedule;
  if (entries.length >= MOST_ENTRIES)
    throw invalidField("#", `A schedule can have at most ${MOST_ENTRIES} availability entries.`, "too_big");
  const used = new Set(entries.map((entry) => entry.id));
  let number = nextEntry < IDS_PER_SCHEDULE ? nextEntry : 1;
  while (used.has(id * IDS_PER_SCHEDULE + number)) number += 1;
  const entry = { id: id * IDS_PER_SCHEDULE + number, ...hours };
  const added = { entries: sortById([...entries, entry]), nextEntry: Math.max(nextEntry, number + 1) };
  return { schedule: { ...schedule, ...added }, entry };
}

/**
 * Replaces the entries of a schedule. A draft keeps the id it sends, or the id of an equal entry; all others get new ids.
 *
 * @throws {Failure} `invalid_request` when there are more than a schedule can have
 */
export function replaceEntries<S extends Entries>(
  schedule: S,
  drafts: readonly (EntryTimes & { id?: number })[],
): S {
  const left = new Map(schedule.entries.map((entry) => [entry.id, textOf(entry)]));
  // First of all drafts, so that none takes the id that another one sends.
  const sent = drafts.map(({ id }) => (id !== undefined && left.delete(id) ? id : undefined));
  const kept: StoredEntry[] = [];
  const added: EntryTimes[] = [];
  for (const [at, draft] of drafts.entries()) {
    const hours = timesOf(draft);
    const id = sent[at] ?? takeEqual(left, textOf(hours));
    if (id === undefined) added.push(hours);
    else kept.push({ ...hours, id });
  }
  const start = { ...schedule, entries: sortById(kept) };
  return added.reduce((changed, hours) => addEntry(changed, hours).schedule, start);
}

/** Removes and returns the id of an unmatched entry with equal hours. */
function takeEqual(left: Map<number, string>, text: string): number | undefined {
  const [id] = [...left].find(([, other]) => other === text) ?? [];
  if (id !== undefined) left.delete(id);
  return id;
}

const timesOf = ({ days, startTime, endTime, date }: EntryTimes): EntryTimes => ({
  days,
  startTime,
  endTime,
  date,
});

const textOf = (hours: EntryTimes): string => JSON.stringify(timesOf(hours));

const sortById = (entries: readonly StoredEntry[]): StoredEntry[] =>
  entries.toSorted((one, other) => one.id - other.id);
