import { deriveKey } from "#lib/bookings/identifiers.ts";
import type { BookingStatus } from "#lib/bookings/schema.ts";

/** An event type in the model. Times are in milliseconds, lengths and buffers in minutes. */
export interface ModelEventType {
  id: number;
  hostId: number;
  length: number;
  before: number;
  after: number;
  seats: number | null;
  requiresConfirmation: boolean;
}

/** A booking in the model. It has a `label` in place of the id, which only the service creates. */
export interface ModelBooking {
  label: string;
  hostId: number;
  eventTypeId: number;
  seats: number | null;
  status: BookingStatus;
  start: number;
  end: number;
  claim: { from: number; to: number; slot: string | null };
  party: number;
  email: string;
  key: string;
  keyChosenBy: number | null;
  series: string | null;
  rescheduled: boolean;
  from: string | null;
  events: number;
  iCalSequence: number;
}

/** The fields of a request for a booking; without a key the service derives one. */
export interface NewBooking {
  label: string;
  eventType: ModelEventType;
  start: number;
  email: string;
  guests: number;
  key: string | null;
  series: string | null;
  /** The label of a reservation. */
  reservation: string | null;
}

/** The fields of a booking that must equal the stored ones. */
export type VisibleBooking = Partial<Record<keyof ModelBooking, unknown>>;

const MINUTE = 60_000;

/** Whether a booking reserves its time, seats and key. */
export const holds = ({ status }: ModelBooking): boolean => status !== "CANCELLED" && status !== "REJECTED";

/** A new booking. */
export function newBooking(command: NewBooking, callerId: number): ModelBooking {
  const { label, eventType, start, email, guests, key, series } = command;
  const { id: eventTypeId, hostId, length, before, after, seats, requiresConfirmation } = eventType;
  const end = start + length * MINUTE;
  return {
    ...{ label, hostId, eventTypeId, seats, start, end, email, series },
    status: requiresConfirmation ? "PENDING" : "ACCEPTED",
    claim: claimOf({ eventTypeId, start, end, seats }, { before, after }),
    party: 1 + guests,
    key: key ?? keyOf({ eventTypeId, start, end, email }),
    keyChosenBy: key === null ? null : callerId,
    rescheduled: false,
    from: null,
    events: 1,
    iCalSequence: 0,
  };
}

const iso = (time: number): string => new Date(time).toISOString();

type Timed = Pick<ModelBooking, "eventTypeId" | "start" | "end">;
const keyOf = ({ eventTypeId, start, end, email }: Timed & { email: string }): string =>
  deriveKey({ eventTypeId, startTime: iso(start), endTime: iso(end), email });

const bare = ({ start, end }: Timed) => ({ from: Math.floor(start / MINUTE), to: Math.ceil(end / MINUTE) });
function claimOf(booking: Timed & { seats: number | null }, buffers: { before: number; after: number }) {
  const { from, to } = bare(booking);
  const slot = `${booking.eventTypeId}@${iso(booking.start)}/${iso(booking.end)}`;
  return { from: from - buffers.before, to: to + buffers.after, slot: booking.seats === null ? null : slot };
}

/** A cancelled booking, without counting the event. */
export const cancelled = (booking: ModelBooking): ModelBooking => ({
  ...booking,
  status: "CANCELLED",
  iCalSequence: booking.iCalSequence + 1,
});

/** A booking at another time, with the buffers of its creation. */
export function moved(booking: ModelBooking, start: number, end: number): ModelBooking {
  const { from, to } = bare(booking);
  const buffers = { before: from - booking.claim.from, after: booking.claim.to - to };
  const key = booking.keyChosenBy === null ? keyOf({ ...booking, start, end }) : booking.key;
  return { ...booking, start, end, key, claim: claimOf({ ...booking, start, end }, buffers) };
}
