import { describe, expect, it } from "vitest";
import { Rating, rateBooking } from "#lib/bookings/rating.ts";
import { setClock } from "#lib/platform/clock.ts";
import { getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { listTriggers } from "#test/support/builders/calendar.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

/** In the near future, because the events of a booking expire after a month. */
const START = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 3_600_000).toISOString();

async function makeBooking() {
  const host = await makeHost();
  return { host, booking: await book(host, await makeEventType(host), { start: START }) };
}

describe("rating a booking", () => {
  it("stores the last rating without an event", async () => {
    const { host, booking } = await makeBooking();
    setClock(() => Date.parse(START));
    const first = await rateBooking(host, booking, Rating.parse({ rating: 2, ratingFeedback: "Late" }));
    expect(first).toMatchObject({ rating: 2, ratingFeedback: "Late", version: 2, updatedAt: START });
    const second = await rateBooking(host, booking, Rating.parse({ rating: 5 }));
    expect(second).toMatchObject({ rating: 5, ratingFeedback: null, version: 3 });
    expect(await rateBooking(host, booking, Rating.parse({ rating: 5 }))).toEqual(second);
    expect(await getStoredBooking(booking)).toEqual(second);
    expect(await listTriggers(host)).toEqual(["BOOKING_CREATED"]);
  });

  it("is rejected before the start, and for callers who can't access the booking", async () => {
    const { host, booking } = await makeBooking();
    const rating = Rating.parse({ rating: 5 });
    await expect(rateBooking(host, booking, rating)).rejects.toMatchObject({
      errors: [{ code: "not_started" }],
    });
    setClock(() => Date.parse(START));
    await expect(rateBooking(await makeHost(), booking, rating)).rejects.toMatchObject({ code: "not_found" });
  });

  it.each([0, 6, 4.5, "5", null])("accepts whole numbers from 1 to 5, not %j", (rating) => {
    expect(Rating.safeParse({ rating }).success).toBe(false);
  });
});
