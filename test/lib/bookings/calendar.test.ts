import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { StoredReservation } from "#lib/bookings/reservations/entity.ts";
import {
  type CalendarCall,
  findSequentialOrder,
  type KnownItems,
  sendCommand,
} from "#test/support/model/calendar-calls.ts";
import { afterExpiry, visibleCalendar } from "#test/support/model/calendar-model.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { type DrawnCommand, drawnCommand, type KnownBooking } from "#test/support/model/drawn-commands.ts";
import { type Calendar, EMPTY_CALENDAR } from "#test/support/model/model-calendar.ts";
import { runCount, timeoutFor } from "#test/support/model/runs.ts";
import {
  expireReservations,
  liveReservations,
  makeServiceCalendar,
  type ServiceCalendar,
  setBuffers,
  storedCalendar,
} from "#test/support/model/service-calendar.ts";
import { callBetweenTries } from "#test/support/table/call-between-tries.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { listOrphanedKeys } from "#test/support/table/orphaned-keys.ts";

useLocalTable();

async function expectConsistentWorld(world: ServiceCalendar, keys: ReadonlySet<string>): Promise<void> {
  for (const { userId } of world.hosts) {
    await expectConsistentCalendar(userId, await liveReservations(world, userId));
    expect(await listOrphanedKeys(world, userId, keys)).toEqual([]);
  }
}

/** Makes some calls. */
type Run = (calls: (() => Promise<CalendarCall>)[]) => Promise<CalendarCall[]>;

const inParallel: Run = (calls) => Promise.all(calls.map((call) => call()));

/** Makes calls. Returns the calendar after a sequential order of the calls that explains their results. */
async function makeCalls(
  world: ServiceCalendar,
  { drawn, run }: { drawn: readonly DrawnCommand[]; run: Run },
  known: Calendar,
): Promise<Calendar> {
  const round = world.made.size + world.reserved.size;
  const label = (at: number) => `${round}.${at}`;
  const calls = await run(
    drawn.map((one, at) => () => sendCommand(world, one, { ...known, label: label(at) })),
  );
  const stored = await storedCalendar(world);
  const calendar = findSequentialOrder(known, calls, stored);
  if (calendar) return calendar;
  const details = { before: visibleCalendar(known), calls, stored };
  throw new Error(`no order explains ${JSON.stringify(details, null, 1)}`);
}

const knownAs = (label: string, booking: StoredBooking): KnownBooking => ({
  label,
  hostId: booking.userId,
  eventTypeId: booking.eventTypeId,
  start: Date.parse(booking.startTime),
  end: Date.parse(booking.endTime),
  series: booking.recurringEventId,
});

const reservedAs = (label: string, { userId, eventTypeId, startTime }: StoredReservation) => ({
  ...{ label, hostId: userId, eventTypeId },
  start: Date.parse(startTime),
});

/**
 * Removes new bookings from their series if a call cancels a series, and cancels one booking instead of a series if another call reschedules,
 * because the new booking joins the series of the original: the model can't decide whether the cancellation includes new bookings.
 */
function withDecidableResults(drawn: readonly DrawnCommand[]): DrawnCommand[] {
  const does = (command: DrawnCommand["does"]) => drawn.some((one) => one.does === command);
  if (!does("cancelSeries")) return [...drawn];
  if (does("reschedule"))
    return drawn.map((one) => (one.does === "cancelSeries" ? { ...one, does: "cancel" } : one));
  return drawn.map((one) => (one.does === "create" ? { ...one, isSeries: false } : one));
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      calls: fc.array(drawnCommand, { minLength: 2, maxLength: 4 }).map(withDecidableResults),
    }),
  },
  { weight: 1, arbitrary: fc.record({ eventType: fc.nat(4), buffer: fc.constantFrom(0, 5, 15) }) },
  { weight: 1, arbitrary: fc.constant({ expires: true }) },
);

describe("concurrent calls", () => {
  const times = runCount(1);

  it.for<[string, Run]>([
    ["in parallel", inParallel],
    ["between the tries of another call", callBetweenTries],
  ])(
    "concurrent calls have the results and data of some sequential order: %s",
    {
      timeout: timeoutFor(times),
    },
    async ([, run]) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 14, maxLength: 18 }), async (steps) => {
          const world = await makeServiceCalendar();
          const keys = new Set<string>();
          let calendar = EMPTY_CALENDAR;
          for (const one of steps) {
            if ("calls" in one) calendar = await makeCalls(world, { drawn: one.calls, run }, calendar);
            else if ("buffer" in one) await setBuffers(world, one.eventType, one.buffer);
            else {
              expireReservations();
              calendar = afterExpiry(calendar);
            }
            for (const { key } of calendar.bookings.values()) keys.add(key);
          }
          await expectConsistentWorld(world, keys);
        }),
        { numRuns: times, endOnFailure: true },
      );
    },
  );
});

describe("many concurrent calls", () => {
  const times = runCount(2);
  const OUTCOMES = [
    "won",
    "no_available_users_found_error",
    "booking_seats_full",
    "booking_conflict",
    "invalid_request",
    "not_found",
    "temporarily_unavailable",
  ];

  it("many concurrent calls leave no overlap, and rows and events that match", {
    timeout: timeoutFor(times),
  }, async () => {
    const some = (length: number) => fc.array(drawnCommand, { minLength: length, maxLength: length });
    await fc.assert(
      fc.asyncProperty(some(8), some(24), async (early, late) => {
        const world = await makeServiceCalendar();
        const call = (one: DrawnCommand, label: string, known: KnownItems = EMPTY_CALENDAR) =>
          sendCommand(world, one, { ...known, label });
        await Promise.all(early.map((one, at) => call(one, `early ${at}`)));
        const known = {
          bookings: new Map([...world.made].map(([label, booking]) => [label, knownAs(label, booking)])),
          reservations: new Map([...world.reserved].map(([label, made]) => [label, reservedAs(label, made)])),
        };
        const calls = await Promise.all(late.map((one, at) => call(one, `late ${at}`, known)));
        for (const { outcome } of calls) expect(OUTCOMES).toContain(outcome);
        const stored = Object.values((await storedCalendar(world)).bookings);
        await expectConsistentWorld(world, new Set(stored.map(({ key }) => String(key))));
      }),
      { numRuns: times, endOnFailure: true },
    );
  });
});
