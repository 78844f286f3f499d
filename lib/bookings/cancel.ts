import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { chunksOf } from "#lib/platform/chunks.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import type { ConditionFailed } from "#lib/table/condition-failed.ts";
import { runInParts } from "#lib/table/write.ts";
import { markDeletedReferences } from "./booking-references/mark-deleted-references.ts";
import { type BookingTarget, type Change, changeBooking } from "./change.ts";
import type { StoredBooking } from "./entity.ts";
import { recordEvent } from "./events/record-event.ts";
import { moveTime } from "./move-time.ts";
import { moveCounters, moveKey } from "./move-time-and-key.ts";
import { seriesOf } from "./series.ts";
import { holdsTime } from "./status.ts";

/** What a caller may say with a cancellation, in the query or in the body. */
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
  allRemainingBookings: z
    .union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")], {
      error: "must be true or false",
    })
    .optional()
    .describe("Also cancel all later bookings of the series (`recurringEventId`)."),
});
export type CancelOptions = z.output<typeof CancelOptions>;

/** Bookings of a series cancelled in parallel. */
const AT_ONCE = 8;

/**
 * Cancels a booking from any state: frees its time, releases its idempotency key and records the event, in one
 * transaction. A cancelled booking stays as it is and fires nothing. With `allRemainingBookings` every future booking of
 * its series is cancelled too, each in its own transaction; repeating the call finishes what was left.
 */
export async function cancelBooking(
  caller: Caller,
  target: BookingTarget,
  options: CancelOptions,
): Promise<StoredBooking> {
  if (!options.allRemainingBookings) return cancelOne(caller, target, options);
  return runInParts(() => cancelSeries(caller, target, options));
}

async function cancelSeries(
  caller: Caller,
  target: BookingTarget,
  options: CancelOptions,
): Promise<StoredBooking> {
  const booking = await cancelOne(caller, target, options);
  const remaining = (await seriesOf(booking)).filter(
    (other) => other.id !== target.id && other.status !== "CANCELLED" && Date.parse(other.startTime) > now(),
  );
  for (const chunk of chunksOf(remaining, AT_ONCE))
    await Promise.all(chunk.map((other) => cancelOne(caller, { id: other.id }, options)));
  return booking;
}

const cancelOne = (caller: Caller, target: BookingTarget, options: CancelOptions): Promise<StoredBooking> =>
  changeBooking(caller, target, (booking, refused) =>
    booking.status === "CANCELLED" ? undefined : cancellation(booking, options, refused),
  );

function cancellation(
  booking: StoredBooking,
  options: CancelOptions,
  refused: ConditionFailed | undefined,
): Change {
  const after = { ...cancelled(booking, options), eventSequence: booking.eventSequence + 1 };
  return {
    after,
    writes: [
      ...releaseHold(booking, refused),
      ...markDeletedReferences(booking, after),
      ...recordEvent("BOOKING_CANCELLED", after),
    ],
  };
}

/** A booking as it is once cancelled, before its event is counted. */
export const cancelled = (
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

/** The writes that give up what a booking holds: its time, its seats, its idempotency key, its place within limits. */
const releaseHold = (booking: StoredBooking, refused: ConditionFailed | undefined) => {
  const holder = holdsTime(booking.status) ? booking : undefined;
  return [
    ...moveTime({ from: holder, refused }),
    ...moveKey(holder, undefined),
    ...moveCounters({ from: holder }),
  ];
};
