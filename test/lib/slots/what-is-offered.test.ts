import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import type { HoursEntry, Range, SlotRules } from "#lib/availability/model.ts";
import type { Caller } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { modelClosedBy } from "#test/lib/availability/minute-model.ts";
import { bookingRequest, makeEventType, makeHost, makeSchedule } from "#test/support/builders.ts";
import { callEndpoint } from "#test/support/call-endpoint.ts";
import { captureLines } from "#test/support/invoke.ts";
import { useLocalTable } from "#test/support/local-table.ts";
import { runs, timeFor } from "#test/support/runs.ts";

useLocalTable();
const RUNS = runs(5);
const MINUTE = 60_000;
const DAY = 1_440;
/** A Friday, two days before clocks change in Europe. */
const NOW = Date.parse("2031-03-28T07:13:20Z");
const now = NOW / MINUTE;
beforeEach(() => {
  captureLines();
  setClock(() => NOW);
});
afterEach(() => setClock(Date.now));

const timeOfDay = fc.integer({ min: 0, max: 48 }).map((half) => half * 30);
const dayRange = fc
  .tuple(timeOfDay, timeOfDay)
  .filter(([one, other]) => one !== other)
  .map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other) }));
const weekly: fc.Arbitrary<HoursEntry> = fc
  .tuple(dayRange, fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 3 }))
  .map(([range, days]) => ({ ...range, days, date: null }));
const override: fc.Arbitrary<HoursEntry> = fc
  .tuple(dayRange, fc.constantFrom("2031-03-28", "2031-03-29", "2031-03-30", "2031-03-31"), fc.boolean())
  .map(([range, date, isClosed]) => ({ ...(isClosed ? { from: 0, to: 0 } : range), days: [], date }));
const hours = fc.record({
  timeZone: fc.constantFrom("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland", "UTC"),
  entries: fc
    .tuple(fc.array(weekly, { minLength: 1, maxLength: 3 }), fc.array(override, { maxLength: 2 }))
    .map((parts) => parts.flat()),
});
const rules = fc.record({
  hours: fc.option(hours, { freq: 8 }),
  length: fc.constantFrom(15, 30, 45, 60, 90),
  step: fc.option(fc.constantFrom(10, 15, 20, 30)),
  offsetStart: fc.constantFrom(0, 0, 5),
  notice: fc.constantFrom(0, 60, 600),
  before: fc.constantFrom(0, 0, 10, 30),
  after: fc.constantFrom(0, 0, 7, 15),
  period: fc.oneof(
    fc.constant({ type: "UNLIMITED" as const }),
    fc.record({
      ...{ type: fc.constant("ROLLING" as const), days: fc.integer({ min: 1, max: 3 }) },
      countWeekends: fc.boolean(),
    }),
    fc.constant({ type: "RANGE" as const, start: "2031-03-29", end: "2031-03-30" }),
  ),
});
const situation = fc.record({
  rules,
  viewerZone: fc.constantFrom("Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "UTC"),
  /** Starts of other bookings of the host, in minutes from now. */
  booked: fc.array(fc.integer({ min: 1, max: 3 * DAY }), { maxLength: 8 }),
  /** Starts that somebody asks for. */
  asked: fc.array(fc.integer({ min: 1, max: 4 * DAY }), { minLength: 12, maxLength: 12 }),
  /** Which of the offered slots to book. */
  chosen: fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
});
type Situation = typeof situation extends fc.Arbitrary<infer S> ? S : never;

const isoOf = (minute: number): string => new Date(minute * MINUTE).toISOString();
const clockTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** Makes the host, the schedule, the event type and the other bookings of a situation. */
async function makeSituation({ rules: drawn, booked }: Situation) {
  const host = await makeHost();
  if (drawn.hours) await makeScheduleOf(host, drawn.hours);
  const { period } = drawn;
  const eventType = await makeEventType(host, {
    ...{ length: drawn.length, slotInterval: drawn.step, offsetStart: drawn.offsetStart },
    ...{ beforeEventBuffer: drawn.before, afterEventBuffer: drawn.after, minimumBookingNotice: drawn.notice },
    ...{ periodType: period.type },
    ...(period.type === "ROLLING" && {
      periodDays: period.days,
      periodCountCalendarDays: period.countWeekends,
    }),
    ...(period.type === "RANGE" && { periodStartDate: period.start, periodEndDate: period.end }),
  });
  const other = await makeEventType(host, { length: 40, beforeEventBuffer: 5 });
  const busy: Range[] = [];
  for (const start of booked.map((after) => Math.ceil(now) + after)) {
    const fields = { start: isoOf(start), ignoreAvailability: true };
    const { status } = await callEndpoint("bookings.create", host, {
      body: bookingRequest(other.id, fields),
    });
    if (status === 200) busy.push({ from: start - 5, to: start + 40 });
  }
  const timeZone = drawn.hours?.timeZone ?? "Europe/Zurich";
  return { host, eventTypeId: eventType.id, busy, rules: { ...drawn, timeZone } satisfies SlotRules };
}
type World = Awaited<ReturnType<typeof makeSituation>>;
type Offered = Pick<World, "host" | "eventTypeId">;
const Slots = z.record(z.string(), z.array(z.object({ time: z.string() })));

function makeScheduleOf(host: Caller, { timeZone, entries }: NonNullable<SlotRules["hours"]>) {
  const sent = entries.map(({ days, date, from, to }) => ({
    ...{ days, date, startTime: clockTime(from), endTime: clockTime(to) },
  }));
  return makeSchedule(host, { timeZone, availability: sent });
}

async function listSlots(
  { host, eventTypeId }: Offered,
  { from, to }: Range,
  timeZone?: string,
): Promise<number[]> {
  const query = {
    ...{ startTime: [isoOf(from)], endTime: [isoOf(to)], eventTypeId: [String(eventTypeId)] },
    ...(timeZone !== undefined && { timeZone: [timeZone] }),
  };
  const { json } = await callEndpoint("slots.list", host, { query });
  const slots = Object.values(Slots.parse(json["slots"]));
  return slots.flat().map(({ time }) => Date.parse(time) / MINUTE);
}

/** Books a start and cancels the booking again. */
async function tryToBook({ host, eventTypeId }: Offered, start: number) {
  const body = bookingRequest(eventTypeId, { start: isoOf(start) });
  const { status, json } = await callEndpoint("bookings.create", host, { body });
  if (status === 200) await callEndpoint("bookings.cancel", host, { path: { id: String(json["id"]) } });
  return { status, rule: json["rule"], nextSlots: json["nextSlots"] };
}

describe("what is offered", () => {
  it(
    "can be booked, and what can't be booked is not offered",
    async () => {
      await fc.assert(
        fc.asyncProperty(situation, async (drawn) => {
          const world = await makeSituation(drawn);
          const within = { from: Math.floor(now), to: Math.floor(now) + 4 * DAY };
          const offered = await listSlots(world, within, drawn.viewerZone);
          const chosen = drawn.chosen.flatMap((number) => offered[number % (offered.length || 1)] ?? []);
          for (const start of chosen) expect(await tryToBook(world, start)).toMatchObject({ status: 200 });
          const asked = drawn.asked.map((after) => Math.ceil(now) + after);
          for (const start of asked) await expectModelsAnswer(world, start);
        }),
        { numRuns: RUNS },
      );
    },
    timeFor(RUNS),
  );

  it("is booked by one of twenty who try at the same time", async () => {
    const host = await makeHost();
    const { id: eventTypeId } = await makeEventType(host);
    const world = { host, eventTypeId };
    const [start = 0] = await listSlots(world, { from: now, to: now + DAY });
    const bodies = Array.from({ length: 20 }, () => bookingRequest(eventTypeId, { start: isoOf(start) }));
    const answers = await Promise.all(bodies.map((body) => callEndpoint("bookings.create", host, { body })));
    const rejected = answers.filter(({ status }) => status !== 200);
    expect(rejected).toHaveLength(19);
    for (const answer of rejected) expect(answer).toMatchObject({ status: 409, json: { rule: "busy" } });
    expect(await listSlots(world, { from: start, to: start + 1 })).toEqual([]);
  });
});

/** Expects that a start can be booked if the model says so, else the rule and the next slots, which can be booked. */
async function expectModelsAnswer(world: World, start: number): Promise<void> {
  const { rules: all, busy } = world;
  const interval = { from: start, to: start + all.length };
  // The claims decide last.
  const rule = modelClosedBy(all, interval, { now, busy: [] }) ?? modelClosedBy(all, interval, { now, busy });
  const answer = await tryToBook(world, start);
  if (rule === undefined) return expect(answer).toMatchObject({ status: 200 });
  const slots = await listSlots(world, { from: start + 1, to: start + 1 + 14 * DAY });
  const nextSlots = slots.slice(0, 3);
  expect(answer).toEqual({ status: 409, rule, nextSlots: nextSlots.map(isoOf) });
  for (const next of nextSlots.slice(0, 1))
    expect(await tryToBook(world, next)).toMatchObject({ status: 200 });
}
