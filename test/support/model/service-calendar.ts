import { cancelBooking } from "#lib/bookings/cancel.ts";
import { createBooking } from "#lib/bookings/create.ts";
import { BookingCreate } from "#lib/bookings/create-schema.ts";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { rescheduleBooking } from "#lib/bookings/reschedule.ts";
import { createReservation } from "#lib/bookings/reservations/create.ts";
import { deleteReservation } from "#lib/bookings/reservations/delete.ts";
import { ReservationItem, type StoredReservation } from "#lib/bookings/reservations/entity.ts";
import { ReservationCreate } from "#lib/bookings/reservations/schema.ts";
import { isLive } from "#lib/bookings/reservations/writes.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import { updateEventType } from "#lib/calendar/event-types/update.ts";
import type { Caller } from "#lib/caller.ts";
import { Failure } from "#lib/failures.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { passSeconds } from "#test/support/clock/pass-time.ts";
import type { Command, Outcome, VisibleCalendar } from "./calendar-model.ts";
import type { ModelEventType, VisibleBooking } from "./model-booking.ts";

/** The service that is compared with the model: its hosts, event types and callers, and what it created. */
export interface ServiceCalendar {
  hosts: Caller[];
  admin: Caller;
  stranger: Caller;
  eventTypes: ModelEventType[];
  /** Label → the booking as created. */
  made: Map<string, StoredBooking>;
  /** Label → the reservation as created. */
  reserved: Map<string, StoredReservation>;
}

const plain = { before: 0, after: 0, seats: null, requiresConfirmation: false };
const confirmed = { before: 5, after: 10, seats: null, requiresConfirmation: true };
const ofTwo = { before: 5, after: 0, seats: 2, requiresConfirmation: false };
const ofThree = { before: 0, after: 0, seats: 3, requiresConfirmation: true };

/** Creates two hosts, with event types with and without seats, with and without buffers. */
export async function makeServiceCalendar(): Promise<ServiceCalendar> {
  const [admin, stranger, one, other] = await Promise.all([
    makeHost("ADMIN"),
    makeHost(),
    makeHost(),
    makeHost(),
  ]);
  const eventTypes = await Promise.all([
    ...[plain, confirmed, ofTwo].map((kind) => makeModelled(one, kind)),
    ...[ofTwo, ofThree].map((kind) => makeModelled(other, kind)),
  ]);
  return { hosts: [one, other], admin, stranger, eventTypes, made: new Map(), reserved: new Map() };
}

async function makeModelled(
  host: Caller,
  kind: Pick<ModelEventType, "before" | "after" | "seats" | "requiresConfirmation">,
): Promise<ModelEventType> {
  const { id, length } = await makeEventType(host, {
    beforeEventBuffer: kind.before,
    afterEventBuffer: kind.after,
    seatsPerTimeSlot: kind.seats,
    requiresConfirmation: kind.requiresConfirmation,
    bookableBy: "anyone",
  });
  return { ...kind, id, length, hostId: host.userId };
}

/** Changes the buffers of an event type, and moves the clock until no function has the old ones cached. */
export async function setBuffers(world: ServiceCalendar, at: number, minutes: number): Promise<void> {
  const eventType = world.eventTypes[at];
  if (!eventType) throw new RangeError(`No event type ${at}.`);
  const buffers = { beforeEventBuffer: minutes, afterEventBuffer: minutes };
  await updateEventType(world.admin, eventType, buffers);
  Object.assign(eventType, { before: minutes, after: minutes });
  passSeconds(6);
}

/** Minutes that reservations last: longer than a test takes. */
const RESERVED_MINUTES = 60;

/** Moves the clock so that all reservations expire. */
export const expireReservations = (): void => passSeconds(RESERVED_MINUTES * 60 + 1);

/** Executes a command with the service and returns its outcome. */
export async function perform(world: ServiceCalendar, caller: Caller, command: Command): Promise<Outcome> {
  try {
    if (command.does === "reserve") world.reserved.set(command.label, await makeReservation(caller, command));
    else if (command.does === "release")
      await deleteReservation(caller, { uid: uidOf(world, command.which) });
    else {
      const booking = await executeOnBooking(world, caller, command);
      if ("label" in command) world.made.set(command.label, booking);
    }
    return "won";
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

const HOST = "api.example.com";
const iso = (time: number | undefined) => time && new Date(time).toISOString();

const uidOf = ({ reserved }: ServiceCalendar, label: string | null): string =>
  label === null ? "" : (reserved.get(label)?.uid ?? "");

const makeReservation = (caller: Caller, { eventType, start }: Command & { does: "reserve" }) =>
  createReservation(
    caller,
    ReservationCreate.parse({ eventTypeId: eventType.id, start: iso(start), ttlMinutes: RESERVED_MINUTES }),
  );

function executeOnBooking(
  world: ServiceCalendar,
  caller: Caller,
  command: Exclude<Command, { does: "reserve" | "release" }>,
): Promise<StoredBooking> {
  const { id = 0, uid = "" } = ("which" in command ? world.made.get(command.which) : undefined) ?? {};
  switch (command.does) {
    case "create":
      return createBooking(caller, requestOf(world, command), HOST);
    case "reschedule":
      return rescheduleBooking(caller, { ...requestOf(world, command), rescheduleUid: uid }, HOST);
    case "patch": {
      const { start, end, status } = command;
      return updateBooking(caller, { id }, BookingUpdate.parse({ start: iso(start), end: iso(end), status }));
    }
    case "cancel":
      return cancelBooking(caller, { id }, {});
    default:
      return command satisfies never;
  }
}

function requestOf(
  world: ServiceCalendar,
  command: Command & { does: "create" | "reschedule" },
): BookingCreate {
  const { eventType, start, email, key, series, guests } = command;
  return BookingCreate.parse({
    eventTypeId: eventType.id,
    start: iso(start),
    responses: {
      name: "Booker",
      email,
      guests: Array.from({ length: guests }, (_, at) => `guest${at}@example.com`),
    },
    idempotencyKey: key,
    recurringEventId: series,
    reservationUid: uidOf(world, command.reservation),
  });
}

/** The stored bookings and reservations, in the form of the model. */
export async function storedCalendar(world: ServiceCalendar): Promise<VisibleCalendar> {
  const { hosts, made } = world;
  const stored = (await Promise.all(hosts.map(({ userId }) => queryAll(BookingItem, { userId })))).flat();
  const labels = new Map([...made].map(([label, { uid }]) => [uid, label]));
  const reserved = await storedReservations(world);
  return {
    bookings: Object.fromEntries(
      stored.map((booking) => [labels.get(booking.uid), toModel(booking, labels)]),
    ),
    reservations: Object.fromEntries([...reserved].map(([label, { claim }]) => [label, claim])),
  };
}

/** The stored reservations of a host that have not expired. */
export const liveReservations = async (
  world: ServiceCalendar,
  hostId: number,
): Promise<StoredReservation[]> =>
  [...(await storedReservations(world)).values()].filter((each) => each.userId === hostId && isLive(each));

/** Label → the reservation, if it is stored. */
async function storedReservations({ reserved }: ServiceCalendar): Promise<Map<string, StoredReservation>> {
  const found = await findItems([...reserved.values()].map((each) => itemRequest(ReservationItem, each)));
  return new Map(
    [...reserved.keys()].flatMap((label, at) => {
      const reservation = found[at];
      return reservation ? [[label, reservation] as const] : [];
    }),
  );
}

const toModel = (booking: StoredBooking, labels: ReadonlyMap<string, string>): VisibleBooking => ({
  hostId: booking.userId,
  eventTypeId: booking.eventTypeId,
  status: booking.status,
  start: Date.parse(booking.startTime),
  end: Date.parse(booking.endTime),
  claim: booking.claim,
  party: booking.attendees.length,
  key: booking.idempotencyKey,
  keyChosenBy: booking.keyChosenBy,
  series: booking.recurringEventId,
  rescheduled: booking.rescheduled,
  from: booking.fromReschedule === null ? null : labels.get(booking.fromReschedule),
  events: booking.eventSequence,
  iCalSequence: booking.iCalSequence,
});
