import { describe, expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import type { Caller } from "#lib/caller.ts";
import type { EventType } from "#lib/event-types/schema.ts";
import { book, makeEventType, makeHost, reschedule } from "#test/support/builders/builders.ts";
import { runContender } from "#test/support/calls/run-contender.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { runCount, timeoutFor } from "#test/support/model/runs.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const BUSY = "no_available_users_found_error";
const TRIES = runCount(5);
/** Tries under way at the same time, each with a host of its own, and days of one host. */
const LANES = 4;
const DAYS = 5;

/** A host with one booking at nine of that day. */
interface Scene {
  host: Caller;
  eventType: EventType;
  day: number;
  booking: StoredBooking;
}
const at = (day: number, time: string): string =>
  new Date(Date.parse(`2030-03-04T${time}:00Z`) + day * 86_400_000).toISOString();

/** What one does to a scene. */
type Contender = (scene: Scene) => Promise<unknown>;

const create =
  (time: string): Contender =>
  ({ host, eventType, day }) =>
    book(host, eventType, { start: at(day, time) });
const change = ({ host, booking }: Scene, changes: object) =>
  updateBooking(host, { id: booking.id }, BookingUpdate.parse(changes));
const accept: Contender = (scene) => change(scene, { status: "ACCEPTED" });
const moveTo =
  (start: string, end: string): Contender =>
  (scene) =>
    change(scene, { start: at(scene.day, start), end: at(scene.day, end) });
const rescheduleTo =
  (time: string): Contender =>
  ({ host, eventType, day, booking }) =>
    reschedule(host, eventType, { start: at(day, time), rescheduleUid: booking.uid });
const cancel: Contender = ({ host, booking }) => cancelBooking(host, { id: booking.id }, {});

interface Race {
  name: string;
  eventType?: object;
  /** What happens before it starts. */
  first?: Contender;
  contenders: Contender[];
  /** Every way it may end: how each contender fared, and how many bookings hold time then. */
  ends: string[];
}

const RACES: Race[] = [
  {
    name: "a new time and a new booking",
    contenders: [moveTo("11:00", "11:30"), create("11:15")],
    ends: [`won ${BUSY}: 1`, `${BUSY} won: 2`],
  },
  {
    name: "a booking that comes back and a new one",
    first: cancel,
    contenders: [accept, create("09:15")],
    ends: [`won ${BUSY}: 1`, `${BUSY} won: 1`],
  },
  {
    name: "a confirmation and a new booking",
    eventType: { requiresConfirmation: true },
    contenders: [accept, create("09:15")],
    ends: [`won ${BUSY}: 1`],
  },
  {
    name: "a confirmation and a cancellation",
    eventType: { requiresConfirmation: true },
    contenders: [accept, cancel],
    ends: ["won won: 0", "won won: 1"],
  },
  {
    name: "confirming, cancelling and booking",
    eventType: { requiresConfirmation: true },
    contenders: [accept, cancel, create("09:15")],
    ends: ["won won won: 1", `won won ${BUSY}: 0`, `won won ${BUSY}: 1`, `${BUSY} won won: 1`],
  },
  {
    name: "two reschedules",
    contenders: [rescheduleTo("11:00"), rescheduleTo("13:00")],
    ends: ["won invalid_request: 1", "invalid_request won: 1"],
  },
  {
    name: "a cancellation and a reschedule",
    contenders: [cancel, rescheduleTo("11:00")],
    ends: ["won won: 1", "won invalid_request: 0"],
  },
  {
    name: "a new time and a cancellation",
    contenders: [moveTo("11:00", "12:00"), cancel],
    ends: ["won won: 0"],
  },
  {
    name: "a new time and a reschedule",
    contenders: [moveTo("11:00", "12:00"), rescheduleTo("11:15")],
    ends: ["won won: 1", "won invalid_request: 1"],
  },
  {
    name: "the only seat left, and two who want it",
    eventType: { seatsPerTimeSlot: 1 },
    contenders: [cancel, create("09:00"), create("09:00")],
    ends: [
      "won booking_seats_full booking_seats_full: 0",
      "won won booking_seats_full: 1",
      "won booking_seats_full won: 1",
    ],
  },
  {
    name: "the last seat left, and another taken",
    eventType: { seatsPerTimeSlot: 2 },
    contenders: [cancel, create("09:00")],
    ends: ["won won: 1"],
  },
  {
    name: "the last seat moved, and an overlap",
    eventType: { seatsPerTimeSlot: 2 },
    contenders: [moveTo("11:00", "11:30"), create("09:00"), create("09:15")],
    ends: [`won won ${BUSY}: 2`, `won ${BUSY} won: 2`],
  },
];

/** Runs a race once and answers how it ended; requires a sound calendar and at most one successor of the booking. */
async function run({ first, contenders }: Race, offer: Omit<Scene, "booking">): Promise<string> {
  const { host, eventType, day } = offer;
  const scene = { ...offer, booking: await book(host, eventType, { start: at(day, "09:00") }) };
  await first?.(scene);
  const outcomes = await Promise.all(contenders.map((contender) => runContender(contender, scene)));
  const bookings = await expectConsistentCalendar(host.userId);
  const successors = bookings.filter(({ fromReschedule }) => fromReschedule === scene.booking.uid);
  expect(successors.length).toBeLessThanOrEqual(1);
  const today = bookings.filter(({ startTime }) => startTime.startsWith(at(day, "00:00").slice(0, 10)));
  return `${outcomes.join(" ")}: ${today.filter(({ status }) => holdsTime(status)).length}`;
}

/** Runs a race so many times with one host, each on a day of its own. */
async function runWithOneHost(race: Race, times: number): Promise<string[]> {
  const host = await makeHost();
  const eventType = await makeEventType(host, { ...race.eventType });
  const ends: string[] = [];
  for (let day = 0; day < times; day += 1) ends.push(await run(race, { host, eventType, day }));
  return ends;
}

describe("races for a host's time", () => {
  it.for(RACES)("$name", { timeout: timeoutFor(TRIES) }, async (race, { annotate }) => {
    const hosts = Array.from({ length: Math.ceil(TRIES / DAYS) }, (_, at) =>
      Math.min(DAYS, TRIES - at * DAYS),
    );
    const ends: string[] = [];
    const lane = async (): Promise<void> => {
      for (let times = hosts.pop(); times !== undefined; times = hosts.pop())
        ends.push(...(await runWithOneHost(race, times)));
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect(ends).toHaveLength(TRIES);
    const counts = Object.entries(Object.groupBy(ends, (end) => end)).map(([end, all = []]) => [
      end,
      all.length,
    ]);
    await annotate(JSON.stringify(Object.fromEntries(counts)));
    for (const end of new Set(ends)) expect(race.ends).toContain(end);
  });
});
