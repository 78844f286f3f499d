import { expect, it } from "vitest";
import { addReference } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

/** One byte in the table, six in JSON. */
const CONTROL_CHARACTER = "\u0001";
/** DynamoDB's limit in bytes. */
const LARGEST_ITEM = 400 * 1_024;

it("a booking whose JSON is larger than an item can be cancelled with an Idempotency-Key", async () => {
  const host = await makeHost();
  const booking = await book(host, await makeEventType(host), {
    start: "2040-03-04T09:00:00Z",
    description: CONTROL_CHARACTER.repeat(16_000),
  });
  const text = CONTROL_CHARACTER.repeat(1_024);
  const texts = { uid: text, meetingId: text, meetingPassword: text, externalCalendarId: text };
  for (let count = 0; count < 14; count += 1) await addReference(host, booking, texts);
  const cancel = () =>
    callEndpoint("bookings.cancel", host, {
      path: { id: String(booking.id) },
      headers: { "Idempotency-Key": "k-1" },
    });
  const [first, again] = [await cancel(), await cancel()];
  expect([first.status, first.json["booking"]]).toMatchObject([200, { status: "CANCELLED" }]);
  expect(Buffer.byteLength(first.text)).toBeGreaterThan(LARGEST_ITEM);
  expect([again.headers["Idempotency-Replayed"], again.text]).toEqual(["true", first.text]);
});
