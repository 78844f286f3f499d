import * as z from "zod";
import type { Caller } from "#lib/access/caller.ts";
import { recordEvent } from "#lib/events/record-event.ts";
import { nowIso } from "#lib/platform/clock.ts";
import type { Refused } from "#lib/table/refused.ts";
import { releaseUnique } from "#lib/table/unique.ts";
import { type Change, changeBooking } from "./change.ts";
import type { StoredBooking } from "./entity.ts";
import { freeTime } from "./hold-time.ts";

/** What a caller may say with a cancellation, in the query or in the body. */
export const CancelOptions = z.object({
  cancellationReason: z.string().max(2_000).optional(),
  cancelledBy: z.string().max(254).optional(),
});
export type CancelOptions = z.output<typeof CancelOptions>;

/**
 * Cancels a booking from any state: frees its time, releases its idempotency key and records the event, in one
 * transaction. A cancelled booking stays as it is and fires nothing (decisions §3 Cancel).
 */
export const cancelBooking = (caller: Caller, id: number, options: CancelOptions): Promise<StoredBooking> =>
  changeBooking(caller, id, (booking, refused) =>
    booking.status === "CANCELLED" ? undefined : cancellation(booking, options, refused),
  );

function cancellation(booking: StoredBooking, options: CancelOptions, refused: Refused | undefined): Change {
  const holdsTime = booking.status !== "REJECTED";
  const after: StoredBooking = {
    ...booking,
    status: "CANCELLED",
    cancellationReason: options.cancellationReason ?? null,
    cancelledBy: options.cancelledBy ?? null,
    references: booking.references.map((reference) => ({ ...reference, deleted: true })),
    iCalSequence: booking.iCalSequence + 1,
    eventSequence: booking.eventSequence + 1,
    updatedAt: nowIso(),
  };
  const { idempotencyKey } = booking;
  const released =
    holdsTime && idempotencyKey !== null
      ? [releaseUnique({ kind: "idempotency-key", value: idempotencyKey })]
      : [];
  const freed = holdsTime ? freeTime(booking, refused) : [];
  return { after, writes: [...freed, ...released, recordEvent("BOOKING_CANCELLED", after)] };
}
