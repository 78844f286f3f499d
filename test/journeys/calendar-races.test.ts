import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { bookingRequest, makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { connectPushed } from "#test/support/builders/calendars.ts";
import { clientOf } from "#test/support/calls/api-client.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";

const cloud = useSharedCloud();
const HALF_HOUR = 1_800_000;
const BOOKINGS = 200;
/** Two months from today, at midnight: calendars are used for 400 days. */
const FIRST = (Math.floor(Date.now() / 86_400_000) + 60) * 86_400_000;
const at = (index: number): string => new Date(FIRST + index * HALF_HOUR).toISOString();

test("of 200 bookings, none gets a busy time that was acknowledged before its request began", async () => {
  const { caller, key } = await makeUserWithKey();
  const { id: eventTypeId } = await makeEventType(caller, { length: 30 });
  const { calendarId } = await connectPushed(caller);
  const send = clientOf(cloud().baseUrl);
  const busy = Array.from({ length: BOOKINGS / 2 }, (_, index) => ({
    start: at(index * 2 + 1),
    end: at(index * 2 + 2),
  }));
  const body = { from: at(0), to: at(BOOKINGS), busy };
  let isAcknowledged = false;
  const pushed = send({ method: "PUT", path: `/calendars/${calendarId}/busy`, key, body }).then(
    ({ status }) => {
      expect(status).toBe(200);
      isAcknowledged = true;
    },
  );
  /** A part of the bookings begins with the request for the calendar, a part during it, and a part after its response. */
  const book = async (index: number) => {
    if (index % 4 > 1) await sleep(index * 10);
    if (index >= 0.75 * BOOKINGS) await pushed;
    const isLate = isAcknowledged;
    const request = bookingRequest(eventTypeId, { start: at(index) });
    const { status, json } = await send({ method: "POST", path: "/bookings", key, body: request });
    return { isLate, isBusy: index % 2 === 1, result: status === 200 ? "booked" : json["rule"] };
  };
  const booked = await Promise.all(Array.from({ length: BOOKINGS }, (_, index) => book(index)));
  await pushed;
  const resultsOf = (bookings: typeof booked) => new Set(bookings.map(({ result }) => result));
  const [busyOnes, freeOnes] = [
    booked.filter(({ isBusy }) => isBusy),
    booked.filter(({ isBusy }) => !isBusy),
  ];
  expect(resultsOf(freeOnes)).toEqual(new Set(["booked"]));
  expect(resultsOf(busyOnes.filter(({ isLate }) => isLate))).toEqual(new Set(["busy"]));
  for (const result of resultsOf(busyOnes)) expect(["booked", "busy"]).toContain(result);
  expect(busyOnes.filter(({ isLate }) => isLate).length).toBeGreaterThanOrEqual(BOOKINGS / 8);
});
