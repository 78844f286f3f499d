import { expect } from "vitest";
import { book, makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { connectDestination, eventsIn, referencesOf } from "#test/support/builders/calendar-hosts.ts";
import { cancel, change } from "#test/support/calls/booking-calls.ts";

const PATIENCE = { timeout: 60_000, interval: 50 };

/** Books a host whose calendar is on a server that fails at first, and requires that its event follows the booking to its end. */
export async function expectWrittenBooking(): Promise<void> {
  const { caller } = await makeUserWithKey();
  const { stub } = await connectDestination(caller);
  let failures = 0;
  stub.fault = () => {
    failures += 1;
    return failures === 1 ? 500 : undefined;
  };
  const booking = await book(caller, await makeEventType(caller), { start: "2031-03-03T09:00:00Z" });
  await expect.poll(() => eventsIn(stub), PATIENCE).toMatchObject([{ uid: booking.iCalUID, sequence: 0 }]);
  expect(failures).toBeGreaterThan(1);
  await expect.poll(() => referencesOf(booking), PATIENCE).toEqual([["/ann/work/", null]]);
  await change(caller, booking.id, { start: "2031-03-03T11:00:00Z" });
  await expect.poll(() => eventsIn(stub), PATIENCE).toMatchObject([{ sequence: 1 }]);
  await cancel(caller, booking.id);
  await expect.poll(() => eventsIn(stub), PATIENCE).toEqual([]);
}
