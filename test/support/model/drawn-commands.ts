import fc from "fast-check";
import { BookingStatus } from "#lib/bookings/schema.ts";
import type { Command } from "./calendar-model.ts";
import type { ModelBooking, ModelEventType } from "./model-booking.ts";
import type { ModelReservation } from "./model-reservation.ts";

/** Half past ten in the evening, so that some bookings cross midnight. */
const FIRST = Date.parse("2030-03-04T22:30:00Z");
const MINUTE = 60_000;
const STEP = 15 * MINUTE;
/** Few, so that bookings conflict. */
const PLACES = 8;
const SERIES = "weekly";

const place = fc.nat(PLACES - 1);
const which = fc.nat();
const by = fc.constantFrom("host" as const, "host" as const, "admin" as const, "stranger" as const);
/** Index of another booking whose time is used, and whose slot if it has one. */
const like = fc.option(fc.nat(), { freq: 2 });
const fields = {
  eventType: fc.nat(),
  place,
  like,
  booker: fc.nat(3),
  guests: fc.nat(1),
  key: fc.constantFrom(null, null, null, null, null, null, "mine", "yours"),
  /** Index of the reservation to book. */
  reservation: fc.option(fc.nat(), { freq: 2 }),
};

/** A random command. Its numbers are indexes into the bookings that exist when it is executed. */
export const drawnCommand = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant("create" as const), by, isSeries: fc.boolean(), ...fields }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("reschedule" as const), by, which, ...fields }) },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant("patch" as const),
      by,
      which,
      like: fc.option(fc.nat(), { freq: 2 }),
      start: fc.option(place, { freq: 2 }),
      minutes: fc.option(fc.constantFrom(30, 45, 30.5, 0), { freq: 2 }),
      status: fc.option(fc.constantFrom(...BookingStatus.options), { freq: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("cancel" as const), by, which }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("cancelSeries" as const), by, which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ does: fc.constant("reserve" as const), by },
      ...{ eventType: fields.eventType, place, like },
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("release" as const), by, which }) },
);
export type DrawnCommand = typeof drawnCommand extends fc.Arbitrary<infer C> ? C : never;

/** The fields of a booking that a drawn command needs. */
export type KnownBooking = Pick<
  ModelBooking,
  "label" | "hostId" | "eventTypeId" | "start" | "end" | "series"
>;

/** The fields of a reservation that a drawn command needs. */
export type KnownReservation = Pick<ModelReservation, "label" | "hostId" | "eventTypeId" | "start">;

interface Moment {
  bookings: readonly KnownBooking[];
  reservations: readonly KnownReservation[];
  eventTypes: readonly ModelEventType[];
  /** The label of a created item. */
  label: string;
}

const timeAt = (number: number): number => FIRST + number * STEP;
const at = <T>(list: readonly T[], index: number | null): T | undefined =>
  index === null ? undefined : list[index % list.length];

/** Converts a drawn command; returns undefined if there is no booking to which it could apply. */
export function toCommand(
  drawn: Exclude<DrawnCommand, { does: "cancelSeries" }>,
  moment: Moment,
): Command | undefined {
  if (drawn.does === "create") return { ...newBooking(drawn, moment), does: "create" };
  if (drawn.does === "reserve") return { ...timeOf(drawn, moment), label: moment.label, does: "reserve" };
  if (drawn.does === "release") {
    const reservation = at(moment.reservations, drawn.which);
    return reservation && { does: "release", which: reservation.label };
  }
  const booking = at(moment.bookings, drawn.which);
  if (!booking) return undefined;
  const { label } = booking;
  switch (drawn.does) {
    case "reschedule":
      return { ...newBooking({ ...drawn, isSeries: false }, moment), does: "reschedule", which: label };
    case "patch":
      return patch(drawn, booking, moment);
    case "cancel":
      return { does: "cancel", which: label };
    default:
      return drawn satisfies never;
  }
}

type DrawnBooking = Omit<Extract<DrawnCommand, { does: "create" }>, "does" | "by">;

function newBooking(drawn: DrawnBooking, moment: Moment) {
  const reserved = at(moment.reservations, drawn.reservation);
  const { guests, key, booker, isSeries } = drawn;
  return {
    ...timeOf(drawn, moment, reserved),
    label: moment.label,
    email: `booker${booker}@example.com`,
    ...{ guests, key, series: isSeries ? SERIES : null },
    reservation: reserved?.label ?? null,
  };
}

/** Chooses the event type and start: those of another booking, those of the reservation, or drawn ones. */
function timeOf(
  drawn: Pick<DrawnBooking, "like" | "eventType" | "place">,
  { bookings, eventTypes }: Moment,
  reserved?: KnownReservation,
): { eventType: ModelEventType; start: number } {
  const other = at(bookings, drawn.like) ?? reserved;
  const eventType = eventTypes.find(({ id }) => id === other?.eventTypeId) ?? at(eventTypes, drawn.eventType);
  if (!eventType) throw new RangeError("No event type.");
  return { eventType, start: other?.start ?? timeAt(drawn.place) };
}

function patch(
  { like: index, start, minutes, status }: Extract<DrawnCommand, { does: "patch" }>,
  booking: KnownBooking,
  { bookings }: Moment,
): Command | undefined {
  const together = bookings.filter(({ eventTypeId }) => eventTypeId === booking.eventTypeId);
  const other = at(together, index);
  const times = other
    ? { start: other.start, end: other.end }
    : {
        ...(start !== null && { start: timeAt(start) }),
        ...(minutes !== null && { end: timeAt(start ?? 0) + minutes * MINUTE }),
      };
  const changes = { ...times, ...(status !== null && { status }) };
  return Object.keys(changes).length === 0 ? undefined : { does: "patch", which: booking.label, ...changes };
}
