import * as z from "zod";
import type { Hours, Range, SlotRules } from "#lib/calendar/availability/calendar.ts";
import { readBookable } from "#lib/calendar/event-types/get-bookable.ts";
import type { Caller } from "#lib/caller.ts";
import { clock, modelClosedRule } from "#test/lib/calendar/availability/minute-model.ts";
import { bookingRequest, makeEventType, makeHost, makeSchedule } from "#test/support/builders/builders.ts";
import { connectPushed, pushBusy } from "#test/support/builders/calendars.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { DAY, MINUTE, NOW, type Situation } from "./drawn-situation.ts";

/** A minute since 1970 as an ISO string. */
export const isoOf = (minute: number): string => new Date(minute * MINUTE).toISOString();
/** Creates a schedule of a host with these hours. */
export const makeScheduleWith = (host: Caller, { timeZone, entries }: Hours) =>
  makeSchedule(host, {
    timeZone,
    availability: entries.map(({ from, to, ...entry }) => ({
      ...entry,
      startTime: clockTime(from),
      endTime: clockTime(to),
    })),
  });

/** The fields of an event type with these rules. */
export function fieldsOf(drawn: Omit<SlotRules, "timeZone">): Record<string, unknown> {
  const { period } = drawn;
  return {
    ...{ length: drawn.length, slotInterval: drawn.step, offsetStart: drawn.offsetStart },
    ...{ beforeEventBuffer: drawn.before, afterEventBuffer: drawn.after, minimumBookingNotice: drawn.notice },
    periodType: period.type,
    ...(period.type === "ROLLING" && {
      periodDays: period.days,
      periodCountCalendarDays: period.countWeekends,
    }),
    ...(period.type === "RANGE" && { periodStartDate: period.start, periodEndDate: period.end }),
  };
}

/** Creates bookings of 40 minutes, some minutes from now. Returns the times that they claim. */
export async function makeBusy(host: Caller, others: readonly number[]): Promise<Range[]> {
  const other = await makeEventType(host, { length: 40, beforeEventBuffer: 5 });
  const busy: Range[] = [];
  for (const start of others.map((after) => Math.ceil(NOW) + after)) {
    const body = bookingRequest(other.id, { start: isoOf(start), ignoreAvailability: true });
    const { status } = await callEndpoint("bookings.create", host, { body });
    if (status === 200) busy.push({ from: start - 5, to: start + 40 });
  }
  return busy;
}

/** Makes a host busy in two other calendars. Returns the times. */
async function makeExternalBusy(host: Caller, external: Situation["external"]): Promise<Range[]> {
  if (external.length === 0) return [];
  const range = { from: isoOf(Math.ceil(NOW)), to: isoOf(Math.ceil(NOW) + 4 * DAY) };
  const times = external.map(({ calendar, start, length }) => {
    const from = Math.ceil(NOW) + start;
    return { calendar, from, to: from + length };
  });
  for (const calendar of [0, 1]) {
    const { calendarId } = await connectPushed(host);
    const own = times.filter((time) => time.calendar === calendar);
    const busy = own.map(({ from, to }) => ({ start: isoOf(from), end: isoOf(to) }));
    const { status } = await pushBusy(host, calendarId, { ...range, busy });
    if (status !== 200) throw new Error(`the busy times were rejected with ${status}`);
  }
  return times;
}

const clockTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** A host and an event type, with the state of the model. */
export interface World {
  host: Caller;
  eventTypeId: number;
  rules: SlotRules;
  hours: Hours | null;
  seats: number | null;
  limits: Situation["limits"];
  /** The starts of bookings and reservations of the event type that its limits count. */
  counted: number[];
  /** The times that other bookings have, with their buffers, and the busy times of other calendars. */
  busy: Range[];
  /** Seats taken by the starts of shared slots. */
  shared: Map<number, number>;
}

/** Creates the host, the schedule, the event type and the other bookings of a situation. */
export async function makeWorld({
  rules: drawn,
  seats,
  limits,
  others,
  external,
}: Situation): Promise<World> {
  const host = await makeHost();
  if (drawn.hours) await makeScheduleWith(host, drawn.hours);
  const eventType = await makeEventType(host, {
    ...fieldsOf(drawn),
    seatsPerTimeSlot: seats,
    ...(limits && !limits.isLater && limitsOf(limits)),
  });
  const busy = [...(await makeBusy(host, others)), ...(await makeExternalBusy(host, external))];
  const timeZone = drawn.hours?.timeZone ?? "Europe/Zurich";
  const state = { busy, seats, shared: new Map<number, number>(), limits, counted: [] };
  const { hours, ...slotRules } = drawn;
  return { host, eventTypeId: eventType.id, rules: { ...slotRules, timeZone }, hours, ...state };
}

const limitsOf = ({ bookings, minutes }: NonNullable<Situation["limits"]>) => ({
  bookingLimits: bookings,
  durationLimits: minutes,
});

/** Adds the limits to the event type, if it was created without them. */
export async function addLimits({ host, eventTypeId, limits }: World): Promise<void> {
  if (!limits?.isLater) return;
  const path = { id: String(eventTypeId) };
  const { status } = await callEndpoint("event-types.update", host, { path, body: limitsOf(limits) });
  if (status !== 200) throw new Error(`the limits were rejected with ${status}`);
  // Otherwise they apply after 5 seconds.
  await readBookable(host.userId, eventTypeId);
}

const Slots = z.record(z.string(), z.array(z.object({ time: z.string(), attendees: z.int().optional() })));

/** Lists the starts of slots, with the number of taken seats. */
export async function listSlots(
  { host, eventTypeId }: Pick<World, "host" | "eventTypeId">,
  { from, to }: Range,
  timeZone?: string,
): Promise<{ start: number; attendees: number }[]> {
  const query = { startTime: isoOf(from), endTime: isoOf(to), eventTypeId, ...(timeZone && { timeZone }) };
  const { json } = await callEndpoint("slots.list", host, { query });
  const slots = Object.values(Slots.parse(json["slots"])).flat();
  return slots.map(({ time, attendees = 0 }) => ({ start: Date.parse(time) / MINUTE, attendees }));
}

/** Books or reserves a slot. Returns the uid of the reservation. */
export async function takeSlot(
  world: World,
  start: number,
  isReserved: boolean,
): Promise<string | undefined> {
  const { host, eventTypeId, rules: all, seats, busy, shared, counted, limits } = world;
  const { status, json } = isReserved
    ? await callEndpoint("reservations.create", host, { body: { eventTypeId, start: isoOf(start) } })
    : await book(world, start);
  if (status !== 200) throw new Error(`the slot ${isoOf(start)} was rejected: ${JSON.stringify(json)}`);
  if (seats === null) busy.push({ from: start - all.before, to: start + all.length + all.after });
  else shared.set(start, (shared.get(start) ?? 0) + 1);
  // A reservation counts in limits that the event type has when it is made.
  if (!isReserved || !limits?.isLater) counted.push(start);
  return isReserved ? String(Object(json["reservation"]).uid) : undefined;
}

/** Books a start. */
export const book = (
  { host, eventTypeId }: Pick<World, "host" | "eventTypeId">,
  start: number,
  more: Record<string, unknown> = {},
) =>
  callEndpoint("bookings.create", host, {
    body: bookingRequest(eventTypeId, { start: isoOf(start), ...more }),
  });

/** Books a start and cancels the booking again. */
export async function tryToBook(
  world: Pick<World, "host" | "eventTypeId">,
  start: number,
  more: Record<string, unknown> = {},
) {
  const { status, json } = await book(world, start, more);
  if (status === 200) await callEndpoint("bookings.cancel", world.host, { path: { id: String(json["id"]) } });
  return { status, rule: json["rule"], nextSlots: json["nextSlots"] };
}

/** Whether a booking with a start would exceed a limit. */
export function exceedsLimit({ rules: all, limits, counted }: World, start: number): boolean {
  const { timeZone, length } = all;
  const nameOf = (kind: string, minute: number) =>
    periodName(kind, new Date(clock(timeZone, minute) * MINUTE).toISOString().slice(0, 10));
  const countIn = (kind: string) =>
    1 + counted.filter((each) => nameOf(kind, each) === nameOf(kind, start)).length;
  return (
    Object.entries(limits?.bookings ?? {}).some(([kind, most]) => countIn(kind) > most) ||
    Object.entries(limits?.minutes ?? {}).some(([kind, most]) => countIn(kind) * length > most)
  );
}

/** A period that contains a date: weeks by their first day, a Monday. */
function periodName(kind: string, date: string): string {
  if (kind === "PER_YEAR") return date.slice(0, 4);
  if (kind === "PER_MONTH") return date.slice(0, 7);
  const day = Date.parse(date) / (DAY * MINUTE);
  return kind === "PER_WEEK" ? String(Math.floor((day + 3) / 7)) : date;
}

/** The rule that closes a start, found minute by minute. */
export function modelRule(world: World, start: number): string | undefined {
  const { rules: all, hours, busy, seats, shared } = world;
  const interval = { from: start, to: start + all.length };
  const rule = modelClosedRule(all, interval, { now: NOW, required: [{ hours, busy: [] }] });
  if (rule !== undefined) return rule;
  const limit = exceedsLimit(world, start) ? "limit" : undefined;
  const taken = shared.get(start);
  if (taken !== undefined) return taken < (seats ?? 0) ? limit : "busy";
  const claimed = [...shared.keys()].map((from) => ({
    from: from - all.before,
    to: from + all.length + all.after,
  }));
  const required = [{ hours, busy: [...busy, ...claimed] }];
  return modelClosedRule(all, interval, { now: NOW, required }) ?? limit;
}
