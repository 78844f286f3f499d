import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { nowIso } from "#lib/platform/clock.ts";
import type { StoredBooking } from "./entity.ts";
import { requireStarted } from "./no-show.ts";
import { type BookingTarget, changeBooking } from "./write-booking.ts";

/** Body of `POST /bookings/{id}/rating`. */
export const Rating = z.strictObject({
  rating: z.int().min(1).max(5).describe("From 1 (worst) to 5 (best)."),
  ratingFeedback: z.string().max(2_000).nullable().default(null).describe("Comment, up to 2,000 characters."),
});
export type Rating = z.output<typeof Rating>;

/** Rates a booking that has started; replaces an earlier rating. */
export const rateBooking = (caller: Caller, target: BookingTarget, rating: Rating): Promise<StoredBooking> =>
  changeBooking(caller, target, (before) => {
    requireStarted(before);
    const isSame = before.rating === rating.rating && before.ratingFeedback === rating.ratingFeedback;
    return isSame ? undefined : { after: { ...before, ...rating, updatedAt: nowIso() } };
  });
