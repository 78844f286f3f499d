import * as z from "zod";
import { EventTypeItem } from "#lib/calendar/event-types/entity.ts";
import type { Caller } from "#lib/caller.ts";
import { chunksOf } from "#lib/platform/chunks.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { digestOf } from "#lib/storage/table/pseudonym.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem, findItems, itemRequest } from "#lib/storage/table/read.ts";
import { runInParts } from "#lib/storage/table/write.ts";
import { BookingItem, SeriesItem, type StoredBooking } from "./entity.ts";
import { listVisibleHosts } from "./visibility.ts";
import { type BookingTarget, changeBooking } from "./write-booking.ts";

/** Options of a cancellation, in the query or in the body. */
export const CancelOptions = z.object({
  cancellationReason: z
    .string()
    .max(2_000)
    .optional()
    .describe("Why the booking is cancelled; part of the event `BOOKING_CANCELLED`."),
  cancelledBy: z
    .string()
    .max(254)
    .optional()
    .describe("Email address of the person who cancels; part of the event."),
  // Not rejected when it is something else: in API v1 of Cal.com, only these values mean true.
  allRemainingBookings: z
    .unknown()
    .transform(
      (value) => value === true || value === 1 || (typeof value === "string" && /^(true|1)$/i.test(value)),
    )
    .optional()
    .meta({
      type: "boolean",
      description:
        "Also cancel all later bookings of the series (`recurringEventId`). `true` in any case and `1` mean true, all other values mean false.",
    }),
});
export type CancelOptions = z.output<typeof CancelOptions>;

/** How a booking is cancelled. `sendEmails`: false if nobody gets a mail about it any more. */
type Cancellation = CancelOptions & { sendEmails?: false };

/** Bookings of a series that are cancelled in parallel. */
const PARALLEL_CANCELLATIONS = 8;

/**
 * Cancels a booking with any status: frees its time, releases its idempotency key and records the event, in one transaction. If it is
 * already cancelled, nothing changes. With `allRemainingBookings`, all future bookings of its series are cancelled, too, each in its own
 * transaction; if the call fails in between, repeat it.
 */
export async function cancelBooking(
  caller: Caller,
  target: BookingTarget,
  options: Cancellation,
): Promise<StoredBooking> {
  if (!options.allRemainingBookings) return cancelOne(caller, target, options);
  return runInParts(() => cancelSeries(caller, target, options));
}

async function cancelSeries(
  caller: Caller,
  target: BookingTarget,
  options: Cancellation,
): Promise<StoredBooking> {
  const booking = await cancelOne(caller, target, options);
  const remaining = (await listSeries(caller, booking)).filter(
    (other) => other.id !== booking.id && other.status !== "CANCELLED" && Date.parse(other.startTime) > now(),
  );
  for (const chunk of chunksOf(remaining, PARALLEL_CANCELLATIONS))
    await Promise.all(chunk.map((other) => cancelOne(caller, { id: other.id }, options)));
  return booking;
}

/** Lists the bookings of a series that the caller can change. With a choice of hosts, a series has bookings of several of them. */
async function listSeries(caller: Caller, booking: StoredBooking): Promise<StoredBooking[]> {
  const { userId, eventTypeId, recurringEventId } = booking;
  if (recurringEventId === null) return [];
  const series = digestOf(recurringEventId);
  const hosts = await listHostsOfSeries(caller, booking);
  const members = await Promise.all(hosts.map((host) => queryAll(SeriesItem, { userId: host, series })));
  const bookings = await findItems(members.flat().map((member) => itemRequest(BookingItem, member)));
  // Another series of another host can have the same id.
  return bookings
    .filter((other) => other !== undefined)
    .filter((other) => other.userId === userId || other.eventTypeId === eventTypeId);
}

/** Lists the host of a booking, and the present and former hosts of its event type whose bookings the caller can change. */
async function listHostsOfSeries(
  caller: Caller,
  { userId, eventTypeId }: StoredBooking,
): Promise<readonly number[]> {
  const { hosts = [], formerHostIds = [] } = (await findItem(EventTypeItem, { id: eventTypeId })) ?? {};
  const others = [...hosts.map((host) => host.userId), ...formerHostIds];
  if (others.length === 0) return [userId];
  const visible = await listVisibleHosts(caller, [userId, ...others]);
  return visible === "all" ? [userId, ...others] : visible;
}

const cancelOne = (
  caller: Caller,
  target: BookingTarget,
  { sendEmails, ...options }: Cancellation,
): Promise<StoredBooking> =>
  changeBooking(caller, target, (booking) =>
    booking.status === "CANCELLED"
      ? undefined
      : {
          after: { ...markCancelled(booking, options), ...(sendEmails === false && { sendEmails }) },
          events: [{ trigger: "BOOKING_CANCELLED" }],
        },
  );

/** Returns a booking with the fields of a cancelled one. */
export const markCancelled = (
  booking: StoredBooking,
  { cancellationReason, cancelledBy }: CancelOptions,
): StoredBooking => ({
  ...booking,
  status: "CANCELLED",
  cancellationReason: cancellationReason ?? null,
  cancelledBy: cancelledBy ?? null,
  references: booking.references.map((reference) => ({ ...reference, deleted: true })),
  iCalSequence: booking.iCalSequence + 1,
  updatedAt: nowIso(),
});
