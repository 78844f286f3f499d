import { expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { useLostResponses } from "#test/support/table/lost-responses.ts";

const table = useLocalTable();

const answers = useLostResponses(table, "TransactWriteItems");

it("a change whose response is lost is made once and returned, even if several responses are lost", async () => {
  const host = await makeHost();
  const eventType = await makeEventType(host);
  answers.toLose = 2;
  const booking = await book(host, eventType, { start: "2030-03-04T09:00:00Z" });
  answers.toLose = 1;
  const cancelled = await cancelBooking(host, { id: booking.id }, {});
  expect(answers.lost).toBe(3);
  expect(cancelled.status).toBe("CANCELLED");
  const events = await queryAll(EventItem, { userId: host.userId });
  expect(events.map(({ trigger, bookingId }) => [trigger, bookingId])).toEqual([
    ["BOOKING_CREATED", booking.id],
    ["BOOKING_CANCELLED", booking.id],
  ]);
});
