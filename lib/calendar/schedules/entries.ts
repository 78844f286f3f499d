import { invalidField } from "#lib/failures.ts";
import type { StoredSchedule } from "./entity.ts";
import type { ScheduleUpdate } from "./input.ts";
import { type EntryTimes, MAX_ENTRIES } from "./schema.ts";

/** The id of an entry is the id of its schedule times this number, plus 1 or more. */
const IDS_PER_SCHEDULE = 10_000;

/** The id of the schedule that an entry is part of. */
export const scheduleIdOf = (availabilityId: number): number => Math.floor(availabilityId / IDS_PER_SCHEDULE);

export type StoredEntry = StoredSchedule["entries"][number];
type Entries = Pick<StoredSchedule, "id" | "entries" | "nextEntry">;

/**
 * Adds an entry with a new id to a schedule.
 *
 * @throws {Failure} `invalid_request` if the schedule already has the most entries
 */
export function addEntry<S extends Entries>(
  schedule: S,
  hours: EntryTimes,
): { schedule: S; entry: StoredEntry } {
  const { id, entries, nextEntry } = schedule;
  if (entries.length >= MAX_ENTRIES)
    throw invalidField("#", `A schedule can have at most ${MAX_ENTRIES} availability entries.`, "too_big");
  const used = new Set(entries.map((entry) => entry.id));
  let number = nextEntry < IDS_PER_SCHEDULE ? nextEntry : 1;
  while (used.has(id * IDS_PER_SCHEDULE + number)) number += 1;
  const entry = { id: id * IDS_PER_SCHEDULE + number, ...hours };
  const added = { entries: sortById([...entries, entry]), nextEntry: Math.max(nextEntry, number + 1) };
  return { schedule: { ...schedule, ...added }, entry };
}

/**
 * Replaces the entries of a schedule. A draft keeps the id it contains, or gets the id of an equal entry; all others get new ids.
 *
 * @throws {Failure} `invalid_request` if there are more entries than a schedule can have
 */
export function replaceEntries<S extends Entries>(
  schedule: S,
  drafts: readonly (EntryTimes & { id?: number })[],
): S {
  const unmatched = new Map(schedule.entries.map((entry) => [entry.id, textOf(entry)]));
  // The ids in the drafts first, so that no other draft gets one of them.
  const sentIds = drafts.map(({ id }) => (id !== undefined && unmatched.delete(id) ? id : undefined));
  const matched: StoredEntry[] = [];
  const unnumbered: EntryTimes[] = [];
  for (const [at, draft] of drafts.entries()) {
    const hours = timesOf(draft);
    const id = sentIds[at] ?? matchEqual(unmatched, textOf(hours));
    if (id === undefined) unnumbered.push(hours);
    else matched.push({ ...hours, id });
  }
  const start = { ...schedule, entries: sortById(matched) };
  return unnumbered.reduce((changed, hours) => addEntry(changed, hours).schedule, start);
}

/**
 * The entries after a change: `availability` replaces the weekly entries; it and `overrides` replace those of the dates they contain. Of a date in
 * both, `overrides` has the entries: clients send the present ones in `availability`.
 */
export function entriesAfter(
  entries: readonly StoredEntry[],
  { availability, overrides = [] }: ScheduleUpdate,
): (EntryTimes & { id?: number })[] {
  const replacements = overrides.flat();
  const overridden = new Set(replacements.map(({ date }) => date));
  const dated = (availability ?? []).filter(({ date }) => date !== null && !overridden.has(date));
  const replacedDates = new Set([...overridden, ...dated.map(({ date }) => date)]);
  const weekly = (availability ?? entries).filter(({ date }) => date === null);
  const others = entries.filter(({ date }) => date !== null && !replacedDates.has(date));
  return [...weekly, ...others, ...dated, ...replacements];
}

/** Removes the first entry with equal hours from the unmatched ones, and returns its id. */
function matchEqual(unmatched: Map<number, string>, text: string): number | undefined {
  const [id] = [...unmatched].find(([, other]) => other === text) ?? [];
  if (id !== undefined) unmatched.delete(id);
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
