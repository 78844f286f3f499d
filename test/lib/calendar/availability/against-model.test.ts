import fc from "fast-check";
import { expect, test } from "vitest";
import type { Calendar, Calendars, Range, SlotRules } from "#lib/calendar/availability/calendar.ts";
import { openRanges } from "#lib/calendar/availability/open-ranges.ts";
import { findClosedRule, listSlotStarts } from "#lib/calendar/availability/slots.ts";
import { runCount, timeoutFor } from "#test/support/model/runs.ts";
import { drawnEntries, drawnPeriod } from "./drawn-rules.ts";
import { clockChanges, modelClosedRule, modelSlotStarts, openMinutes } from "./minute-model.ts";
import { rangesOf, showRanges, showTime } from "./minutes.ts";

const RUNS = runCount(10);
const DAY = 1_440;
/** Any zone, and often one with an offset of parts of an hour, or with unusual clock changes: by half an hour, by two hours, or at midnight. */
const zone = fc.oneof(
  fc.constantFrom(...Intl.supportedValuesOf("timeZone")),
  fc.constantFrom(
    ..."Asia/Kathmandu Asia/Kolkata Pacific/Chatham Australia/Lord_Howe Africa/Cairo Antarctica/Troll".split(
      " ",
    ),
  ),
);

/** A minute near a change of a zone's clocks, or any minute if they never change. */
const nearChange = (timeZone: string): fc.Arbitrary<number> => {
  const changes = clockChanges(timeZone);
  const middle =
    changes.length > 0 ? fc.constantFrom(...changes) : fc.integer({ min: 29_000_000, max: 35_000_000 });
  return fc.tuple(middle, fc.integer({ min: -1.5 * DAY, max: 60 })).map(([at, before]) => at + before);
};

const dateNear = (at: number): fc.Arbitrary<string> =>
  fc
    .integer({ min: -2, max: 4 })
    .map((days) => new Date((at + days * DAY) * 60_000).toISOString().slice(0, 10));

const minutesUpTo = (max: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.constant(0),
    fc.constantFrom(5, 10, 15, 30).filter((each) => each <= max),
    fc.nat(max),
  );
const length = fc.oneof(fc.constantFrom(15, 20, 30, 45, 60, 90), fc.integer({ min: 1, max: 240 }));

/** The calendar of a host, mostly with a schedule. */
const calendarNear = (timeZone: string, from: number): fc.Arbitrary<Calendar> =>
  fc.record({
    hours: fc.option(
      drawnEntries(dateNear(from)).map((entries) => ({ timeZone, entries })),
      { freq: 10 },
    ),
    busy: fc.array(
      fc
        .tuple(fc.integer({ min: -120, max: 2 * DAY + 120 }), minutesUpTo(300))
        .map(([start, minutes]) => ({ from: from + start, to: from + start + minutes })),
      { maxLength: 12 },
    ),
  });

/** The calendars of one host, of several required hosts, or with a choice of hosts. */
const drawnCalendars = (calendar: fc.Arbitrary<Calendar>): fc.Arbitrary<Calendars> =>
  fc.oneof(
    fc.record({ required: fc.tuple(calendar) }),
    fc.record({ required: fc.array(calendar, { minLength: 2, maxLength: 3 }) }),
    fc.record({
      required: fc.array(calendar, { maxLength: 1 }),
      choice: fc.array(calendar, { minLength: 1, maxLength: 4 }),
    }),
  );

const situation = fc
  .tuple(zone, zone)
  .chain(([timeZone, viewerZone]) =>
    fc
      .oneof(nearChange(timeZone), nearChange(viewerZone))
      .map((from) => ({ timeZone, viewerZone, within: { from, to: from + 2 * DAY } })),
  )
  .chain(({ timeZone, viewerZone, within }) =>
    fc.record({
      viewerZone: fc.constant(viewerZone),
      within: fc.constant(within),
      rules: fc.record<SlotRules>({
        timeZone: fc.constant(timeZone),
        length,
        step: fc.option(length),
        offsetStart: minutesUpTo(60),
        notice: minutesUpTo(2 * DAY),
        before: minutesUpTo(60),
        after: minutesUpTo(60),
        period: drawnPeriod(dateNear(within.from)),
      }),
      // The fraction is the seconds of the current time.
      now: fc
        .tuple(fc.integer({ min: -3 * DAY, max: DAY }), fc.constantFrom(0, 0.25))
        .map(([ago, part]) => within.from + ago + part),
      calendars: drawnCalendars(calendarNear(timeZone, within.from)),
      intervals: fc.array(
        fc
          .tuple(fc.integer({ min: 0, max: 2 * DAY }), length)
          .map(([start, minutes]) => ({ from: within.from + start, to: within.from + start + minutes })),
        { minLength: 3, maxLength: 3 },
      ),
    }),
  );

test(
  "the open ranges of a schedule are those that the model finds minute by minute",
  () => {
    fc.assert(
      fc.property(situation, ({ calendars, within }) => {
        for (const { hours } of allOf(calendars))
          expect(showRanges(openRanges(hours, within))).toEqual(
            showRanges(rangesOf(openMinutes(hours, within))),
          );
      }),
      { numRuns: RUNS },
    );
  },
  timeoutFor(RUNS / 4),
);

test(
  "the slots of an event type are those that the model finds minute by minute",
  () => {
    fc.assert(
      fc.property(situation, ({ rules, within, now, calendars, viewerZone }) => {
        const context = { now, viewerZone, ...calendars };
        expect(listSlotStarts(rules, within, context).map(showTime)).toEqual(
          modelSlotStarts(rules, within, context).map(showTime),
        );
      }),
      { numRuns: RUNS },
    );
  },
  timeoutFor(RUNS / 4),
);

const allOf = ({ required, choice = [] }: Calendars): readonly Calendar[] => [...required, ...choice];

interface Edges {
  rules: SlotRules;
  within: Range;
  now: number;
  calendars: Calendars;
}

/** Intervals of a slot's length that start one minute before, at or after a limit: of open time, free time, notice and slots. */
function edgeIntervals({ rules, within, now, calendars }: Edges, starts: readonly number[]): Range[] {
  const { length, before, after, notice } = rules;
  const edges = [
    Math.ceil(now + notice),
    ...starts.slice(0, 1),
    ...starts.slice(-1),
    ...allOf(calendars).flatMap(({ hours, busy }) => [
      ...openRanges(hours, within)
        .slice(0, 2)
        .flatMap(({ from, to }) => [from, to - length]),
      ...busy.slice(0, 2).flatMap(({ from, to }) => [to + before, from - after - length]),
    ]),
  ];
  return edges
    .flatMap((edge) => [edge - 1, edge, edge + 1])
    .map((start) => ({ from: start, to: start + length }));
}

test(
  "every slot is open, and any interval is closed by the rule that the model finds",
  () => {
    fc.assert(
      fc.property(situation, ({ rules, within, now, calendars, viewerZone, intervals }) => {
        const starts = listSlotStarts(rules, within, { now, viewerZone, ...calendars });
        const context = { now, ...calendars };
        for (const start of starts)
          expect(
            findClosedRule(rules, { from: start, to: start + rules.length }, context),
            showTime(start),
          ).toBe(undefined);
        for (const interval of [...intervals, ...edgeIntervals({ rules, within, now, calendars }, starts)])
          expect(findClosedRule(rules, interval, context), showRanges([interval]).join()).toBe(
            modelClosedRule(rules, interval, context),
          );
      }),
      { numRuns: RUNS },
    );
  },
  timeoutFor(RUNS / 4),
);
