import { expect, test } from "vitest";
import type { HoursEntry } from "#lib/calendar/availability/calendar.ts";
import { openRanges } from "#lib/calendar/availability/open-ranges.ts";
import { offsetSpan, toLocal } from "#lib/calendar/availability/zone.ts";
import { runCount, timeoutFor } from "#test/support/model/runs.ts";
import { clock, clockChanges, openMinutes } from "./minute-model.ts";
import { rangesOf, showRanges, showTime } from "./minutes.ts";

const DAY = 1_440;
const changes = Intl.supportedValuesOf("timeZone").flatMap((timeZone) =>
  clockChanges(timeZone).map((at) => ({ timeZone, at })),
);
type Change = (typeof changes)[number];
const nameOf = ({ timeZone, at }: Change): string => `${timeZone} at ${showTime(at)}`;

test("the local time of every zone is right just before and after each of its changes from 2025 to 2037", () => {
  for (const change of changes) {
    const { timeZone, at } = change;
    const around = [at - DAY, at - 1, at, at + DAY];
    expect(
      around.map((minute) => toLocal(timeZone, minute)),
      nameOf(change),
    ).toEqual(around.map((minute) => clock(timeZone, minute)));
    expect([offsetSpan(timeZone, at - 1).to, offsetSpan(timeZone, at).from], nameOf(change)).toEqual([
      at,
      at,
    ]);
  }
});

/** The kind of a change: its length and its time of the day. One change of each kind is tested; all changes with `RUNS=100` or more. */
const kindOf = ({ timeZone, at }: Change): string =>
  `${clock(timeZone, at - 1) % DAY} ${clock(timeZone, at) % DAY}`;
const examples =
  runCount(1) < 100 ? [...new Map(changes.map((each) => [kindOf(each), each])).values()] : changes;

/** Weekly hours on all days, with ranges that start at each quarter of an hour, shorter and longer than the gap. */
const SCHEDULES: HoursEntry[][] = [15, 30, 60, 90].flatMap((length) =>
  [0, 15, 30, 45].map((first) =>
    Array.from({ length: Math.floor((DAY - first) / (2 * length)) }, (_, index) => ({
      days: [0, 1, 2, 3, 4, 5, 6],
      date: null,
      from: first + 2 * length * index,
      to: first + 2 * length * index + length,
    })),
  ),
);

test(
  "the hours of the day on which clocks change are those that the model finds minute by minute",
  () => {
    for (const [index, change] of examples.entries()) {
      const { timeZone, at } = change;
      const within = { from: at - DAY, to: at + DAY };
      // All schedules for one change of each kind; with all changes, one schedule each.
      for (const entries of examples === changes ? [SCHEDULES[index % SCHEDULES.length] ?? []] : SCHEDULES) {
        const hours = { timeZone, entries };
        expect(showRanges(openRanges(hours, within)), nameOf(change)).toEqual(
          showRanges(rangesOf(openMinutes(hours, within))),
        );
      }
    }
  },
  timeoutFor(examples.length / 10),
);
