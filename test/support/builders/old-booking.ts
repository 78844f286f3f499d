import type { StoredBooking } from "#lib/bookings/entity.ts";
import { storedBooking } from "./stored-booking.ts";

const HOUR = 3_600_000;
const FIRST_START = Date.UTC(2050, 0, 1);
/** Long ago, so that no new booking sorts between two of these. */
const CREATED_AT = "2026-01-05T09:00:00.000Z";

const model: StoredBooking = {
  ...storedBooking({ attendees: storedBooking().attendees.slice(0, 1), claim: null, idempotencyKey: null }),
  responses: { location: { value: "link", optionValue: "" } },
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
};

/** A small booking in the `at`-th hour of 2050 that was created long ago and has no claim. */
export function oldBooking({ at, ...changes }: { at: number; id: number; userId: number }): StoredBooking {
  const start = FIRST_START + at * HOUR;
  return {
    ...model,
    uid: `old${String(changes.id).padStart(19, "0")}`,
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + HOUR / 2).toISOString(),
    ...changes,
  };
}
