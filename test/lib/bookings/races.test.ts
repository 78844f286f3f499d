import { describe, expect, it } from "vitest";
import type { Caller } from "#lib/access/caller.ts";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { holdsTime } from "#lib/bookings/status.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-input.ts";
import type { EventType } from "#lib/event-types/model.ts";
import { Failure } from "#lib/http/failures.ts";
import { book, makeEventType, makeHost, reschedule } from "#test/support/builders.ts";
import { useLocalTable } from "#test/support/local-table.ts";
import { runs, timeFor } from "#test/support/runs.ts";
import { expectSound } from "#test/support/sound-calendar.ts";

useLocalTable();

const at = (time: string) => `2030-03-04T${time}:00.000Z`;
const BUSY = "no_available_users_found_error";
const TRIES = runs(5);
/** Tries under way at the same time. */
const LANES = 4;

/** A host with one booking at nine; what a race does to them. */
interface Scene {
  host: Caller;
  eventType: EventType;
  booking: StoredBooking;
}
type Contender = (scene: Scene) => Promise<unknown>;

const create =
  (time: string): Contender =>
  ({ host, eventType }) =>
    book(host, eventType, { start: at(time) });
const change =
  (changes: object): Contender =>
  ({ host, booking }) =>
    updateBooking(host, booking.id, BookingUpdate.parse(changes));
const moveTo = (start: string, end: string): Contender => change({ start: at(start), end: at(end) });
const rescheduleTo =
  (time: string): Contender =>
  ({ host, eventType, booking }) =>
    reschedule(host, eventType, { start: at(time), rescheduleUid: booking.uid });
const cancel: Contender = ({ host, booking }) => cancelBooking(host, booking.id, {});

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
    contenders: [change({ status: "ACCEPTED" }), create("09:15")],
    ends: [`won ${BUSY}: 1`, `${BUSY} won: 1`],
  },
  {
    name: "a confirmation and a new booking",
    eventType: { requiresConfirmation: true },
    contenders: [change({ status: "ACCEPTED" }), create("09:15")],
    ends: [`won ${BUSY}: 1`],
  },
  {
    name: "a confirmation and a cancellation",
    eventType: { requiresConfirmation: true },
    contenders: [change({ status: "ACCEPTED" }), cancel],
    ends: ["won won: 0", "won won: 1"],
  },
  {
    name: "a confirmation, a cancellation and a new booking",
    eventType: { requiresConfirmation: true },
    contenders: [change({ status: "ACCEPTED" }), cancel, create("09:15")],
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
    name: "the only seat's leaving and two who want it",
    eventType: { seatsPerTimeSlot: 1 },
    contenders: [cancel, create("09:00"), create("09:00")],
    ends: [
      "won booking_seats_full booking_seats_full: 0",
      "won won booking_seats_full: 1",
      "won booking_seats_full won: 1",
    ],
  },
  {
    name: "the last seat's leaving and somebody's coming, who share a slot or follow each other",
    eventType: { seatsPerTimeSlot: 2 },
    contenders: [cancel, create("09:00")],
    ends: ["won won: 1"],
  },
  {
    name: "the last seat's moving away, somebody's coming and a slot that overlaps",
    eventType: { seatsPerTimeSlot: 2 },
    contenders: [moveTo("11:00", "11:30"), create("09:00"), create("09:15")],
    ends: [`won won ${BUSY}: 2`, `won ${BUSY} won: 2`],
  },
];

/** The turns of the event loop a contender waits before it starts, so that none is always first. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
const MOST_TURNS = 12;

async function outcomeOf(contender: Contender, scene: Scene): Promise<string> {
  await turns(Math.floor(Math.random() * MOST_TURNS));
  try {
    await contender(scene);
    return "won";
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

/** Runs a race once and answers how it ended; requires a sound calendar and at most one successor of the booking. */
async function run({ eventType = {}, first, contenders }: Race): Promise<string> {
  const host = await makeHost();
  const made = await makeEventType(host, { ...eventType });
  const scene = { host, eventType: made, booking: await book(host, made, { start: at("09:00") }) };
  await first?.(scene);
  const outcomes = await Promise.all(contenders.map((contender) => outcomeOf(contender, scene)));
  const bookings = await expectSound(host.userId);
  const successors = bookings.filter(({ fromReschedule }) => fromReschedule === scene.booking.uid);
  expect(successors.length).toBeLessThanOrEqual(1);
  return `${outcomes.join(" ")}: ${bookings.filter(({ status }) => holdsTime(status)).length}`;
}

describe("races for a host's time", () => {
  it.for(RACES)("$name", { timeout: timeFor(TRIES) }, async (race, { annotate }) => {
    const ends: Record<string, number> = {};
    for (let tried = 0; tried < TRIES; tried += LANES)
      for (const end of await Promise.all(
        Array.from({ length: Math.min(LANES, TRIES - tried) }, () => run(race)),
      ))
        ends[end] = (ends[end] ?? 0) + 1;
    await annotate(JSON.stringify(ends));
    for (const end of Object.keys(ends)) expect(race.ends).toContain(end);
  });
});
