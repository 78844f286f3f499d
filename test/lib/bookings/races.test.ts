import { expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import type { Caller } from "#lib/caller.ts";
import { book, makeEventType, makeHost, reschedule } from "#test/support/builders/builders.ts";
import { startConcurrentRun } from "#test/support/calls/concurrent-run.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { runCount, timeoutFor } from "#test/support/model/runs.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const BUSY = "no_available_users_found_error";
const TRIES = runCount(2);
/** Hosts with races in parallel, and races of one host, each on another day. */
const LANES = 4;
const DAYS = 5;

/** A host with one booking at 9:00 of a day. */
interface SetUp {
  host: Caller;
  eventType: EventType;
  day: number;
  booking: StoredBooking;
}
const at = (day: number, time: string): string =>
  new Date(Date.parse(`2030-03-04T${time}:00Z`) + day * 86_400_000).toISOString();

/** A call that takes part in a race. */
type ConcurrentRun = (setUp: SetUp) => Promise<unknown>;

const create =
  (time: string): ConcurrentRun =>
  ({ host, eventType, day }) =>
    book(host, eventType, { start: at(day, time) });
const change = ({ host, booking }: SetUp, changes: object) =>
  updateBooking(host, { id: booking.id }, BookingUpdate.parse(changes));
const accept: ConcurrentRun = (setUp) => change(setUp, { status: "ACCEPTED" });
const moveTo =
  (start: string, end: string): ConcurrentRun =>
  (setUp) =>
    change(setUp, { start: at(setUp.day, start), end: at(setUp.day, end) });
const rescheduleTo =
  (time: string): ConcurrentRun =>
  ({ host, eventType, day, booking }) =>
    reschedule(host, eventType, { start: at(day, time), rescheduleUid: booking.uid });
const cancel: ConcurrentRun = ({ host, booking }) => cancelBooking(host, { id: booking.id }, {});

interface Race {
  name: string;
  eventType?: object;
  /** A call before the race. */
  first?: ConcurrentRun;
  concurrentRuns: ConcurrentRun[];
  /** All possible results: the outcome of each concurrent run, and how many bookings hold time afterwards. */
  results: string[];
}

const RACES: Race[] = [
  {
    name: "a new time and a new booking",
    concurrentRuns: [moveTo("11:00", "11:30"), create("11:15")],
    results: [`won ${BUSY}: 1`, `${BUSY} won: 2`],
  },
  {
    name: "a restored booking and a new one",
    first: cancel,
    concurrentRuns: [accept, create("09:15")],
    results: [`won ${BUSY}: 1`, `${BUSY} won: 1`],
  },
  {
    name: "a confirmation and a new booking",
    eventType: { requiresConfirmation: true },
    concurrentRuns: [accept, create("09:15")],
    results: [`won ${BUSY}: 1`],
  },
  {
    name: "a confirmation and a cancellation",
    eventType: { requiresConfirmation: true },
    concurrentRuns: [accept, cancel],
    results: ["won won: 0", "won won: 1"],
  },
  {
    name: "confirming, cancelling and booking",
    eventType: { requiresConfirmation: true },
    concurrentRuns: [accept, cancel, create("09:15")],
    results: ["won won won: 1", `won won ${BUSY}: 0`, `won won ${BUSY}: 1`, `${BUSY} won won: 1`],
  },
  {
    name: "two reschedules",
    concurrentRuns: [rescheduleTo("11:00"), rescheduleTo("13:00")],
    results: ["won invalid_request: 1", "invalid_request won: 1"],
  },
  {
    name: "a cancellation and a reschedule",
    concurrentRuns: [cancel, rescheduleTo("11:00")],
    results: ["won won: 1", "won invalid_request: 0"],
  },
  {
    name: "a new time and a cancellation",
    concurrentRuns: [moveTo("11:00", "12:00"), cancel],
    results: ["won won: 0"],
  },
  {
    name: "a new time and a reschedule",
    concurrentRuns: [moveTo("11:00", "12:00"), rescheduleTo("11:15")],
    results: ["won won: 1", "won invalid_request: 1"],
  },
  {
    name: "the only seat is freed, and two bookings request it",
    eventType: { seatsPerTimeSlot: 1 },
    concurrentRuns: [cancel, create("09:00"), create("09:00")],
    results: [
      "won booking_seats_full booking_seats_full: 0",
      "won won booking_seats_full: 1",
      "won booking_seats_full won: 1",
    ],
  },
  {
    name: "the last seat is freed, and another one is booked",
    eventType: { seatsPerTimeSlot: 2 },
    concurrentRuns: [cancel, create("09:00")],
    results: ["won won: 1"],
  },
  {
    name: "the last seat moves, and a booking overlaps it",
    eventType: { seatsPerTimeSlot: 2 },
    concurrentRuns: [moveTo("11:00", "11:30"), create("09:00"), create("09:15")],
    results: [`won won ${BUSY}: 2`, `won ${BUSY} won: 2`],
  },
];

/** Runs a race once and returns its result. Requires a consistent calendar and at most one successor of the booking. */
async function run({ first, concurrentRuns }: Race, offer: Omit<SetUp, "booking">): Promise<string> {
  const { host, eventType, day } = offer;
  const setUp = { ...offer, booking: await book(host, eventType, { start: at(day, "09:00") }) };
  await first?.(setUp);
  const outcomes = await Promise.all(
    concurrentRuns.map((concurrentRun) => startConcurrentRun(concurrentRun, setUp)),
  );
  const bookings = await expectConsistentCalendar(host.userId);
  const successors = bookings.filter(({ fromReschedule }) => fromReschedule === setUp.booking.uid);
  expect(successors.length).toBeLessThanOrEqual(1);
  const today = bookings.filter(({ startTime }) => startTime.startsWith(at(day, "00:00").slice(0, 10)));
  return `${outcomes.join(" ")}: ${today.filter(({ status }) => holdsTime(status)).length}`;
}

/** Runs a race several times with one host, each time on another day. */
async function runWithOneHost(race: Race, times: number): Promise<string[]> {
  const host = await makeHost();
  const eventType = await makeEventType(host, { ...race.eventType });
  const results: string[] = [];
  for (let day = 0; day < times; day += 1) results.push(await run(race, { host, eventType, day }));
  return results;
}

it.for(RACES)(
  "races for a host's time: $name",
  { timeout: timeoutFor(TRIES) },
  async (race, { annotate }) => {
    const hosts = Array.from({ length: Math.ceil(TRIES / DAYS) }, (_, at) =>
      Math.min(DAYS, TRIES - at * DAYS),
    );
    const results: string[] = [];
    const lane = async (): Promise<void> => {
      for (let times = hosts.pop(); times !== undefined; times = hosts.pop())
        results.push(...(await runWithOneHost(race, times)));
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect(results).toHaveLength(TRIES);
    const counts = Object.entries(Object.groupBy(results, (result) => result)).map(([result, all = []]) => [
      result,
      all.length,
    ]);
    await annotate(JSON.stringify(Object.fromEntries(counts)));
    for (const result of new Set(results)) expect(race.results).toContain(result);
  },
);
