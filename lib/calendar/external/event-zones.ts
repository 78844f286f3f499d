import { fromLocal, fromLocalWith, toLocal } from "#lib/calendar/availability/zone.ts";
import { TimeZone } from "#lib/platform/time-zone.ts";
import type { Component } from "./components.ts";
import { localTime } from "./event-times.ts";
import { propertiesOf, propertyOf } from "./properties.ts";
import { listOccurrences } from "./recurrence.ts";
import { parseRule, Unreadable } from "./recurrence-rule.ts";
import { WINDOWS_ZONES } from "./windows-zones.ts";

/** The clock of an event. Both functions convert minutes since 1970: of that clock, and of UTC. */
export interface Clock {
  toInstant: (local: number) => number;
  toLocal: (instant: number) => number;
}

export const namedClock = (timeZone: string): Clock => ({
  toInstant: (local) => fromLocal(timeZone, local),
  toLocal: (instant) => toLocal(timeZone, instant),
});

/**
 * The tz name that a `TZID` means: a tz name, a Windows name, or a tz name with a prefix such as
 * `/freeassociation.sourceforge.net/Europe/Berlin`; undefined if it is none of them.
 */
export function findZoneName(id: string): string | undefined {
  const parts = id.split("/");
  // Only of the first parts: the endings of all of them would take quadratic time.
  const endings = parts.slice(0, MAX_PREFIXES).map((_, index) => parts.slice(index).join("/"));
  for (const name of [WINDOWS_ZONES.get(id), ...endings]) {
    const parsed = TimeZone.safeParse(name);
    if (!parsed.success) continue;
    if (!isAbbreviation(parsed.data) || ABBREVIATIONS.has(parsed.data)) return parsed.data;
  }
  return undefined;
}

const MAX_PREFIXES = 10;

/** All tz names of three letters. `Intl` accepts others: for it, `BST` is the time of Bangladesh, and not of Britain. */
const ABBREVIATIONS = new Set("CET EET EST GMT HST MET MST PRC ROC ROK UCT UTC WET".split(" "));

export const isAbbreviation = (name: string): boolean => name.length === 3;

/** More than two a year since 1601, where the rules of some programs start. */
const MAX_CHANGES = 1_000;

/** A change of a clock: from this minute since 1970 its offset from UTC is this, in minutes. */
interface Change {
  at: number;
  offset: number;
}

/**
 * The clock that a `VTIMEZONE` defines, until `to` (minutes since 1970). Fails with {@link Unreadable}.
 *
 * @param countSteps - called with the number of steps that its rules took
 */
export function definedClock(zone: Component, to: number, countSteps: (steps: number) => void): Clock {
  const changes: Change[] = [];
  let first: { at: number; offset: number } | undefined;
  for (const observance of zone.components) {
    const before = parseOffset(observance.text("TZOFFSETFROM"));
    const offset = parseOffset(observance.text("TZOFFSETTO"));
    const start = localTime(propertyOf(observance, "DTSTART")?.values[0]).minute;
    if (!first || start < first.at) first = { at: start, offset: before };
    const repeated = observance
      .texts("RRULE")
      .flatMap((text) => listOnsets(text, { start, before, to }, countSteps));
    const dates = propertiesOf(observance, "RDATE").flatMap(({ values }) =>
      values.map((value) => localTime(value).minute),
    );
    for (const local of new Set([start, ...dates, ...repeated])) changes.push({ at: local - before, offset });
  }
  if (!first || changes.length > MAX_CHANGES) throw new Unreadable();
  const earliest = first.offset;
  changes.sort((a, b) => a.at - b.at);
  const offsetAt = (minute: number): number => lastChange(changes, minute)?.offset ?? earliest;
  return {
    toInstant: (local) => fromLocalWith(offsetAt, local),
    toLocal: (instant) => instant + offsetAt(instant),
  };
}

/** The last change until a minute, by halving: it is searched for every occurrence of every event. */
function lastChange(changes: readonly Change[], minute: number): Change | undefined {
  let [from, to] = [0, changes.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((changes[middle]?.at ?? 0) <= minute) from = middle + 1;
    else to = middle;
  }
  return changes[from - 1];
}

function listOnsets(
  text: string,
  { start, before, to }: { start: number; before: number; to: number },
  countSteps: (steps: number) => void,
): number[] {
  const rule = parseRule(text);
  const until = rule.until === undefined ? to : localTime(rule.until).minute + before;
  return listOccurrences(rule, { start, from: 0, to: Math.min(to, until) }, countSteps);
}

/** Minutes of an offset such as `+0130`. */
function parseOffset(text: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)(?:\d\d)?$/.exec(text ?? "") ?? [];
  if (sign === undefined) throw new Unreadable();
  return (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
}
