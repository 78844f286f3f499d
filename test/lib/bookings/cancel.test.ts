import { describe, expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { claimedMinutes } from "#test/support/builders/calendar.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const DAY = "2030-03-04";

describe("cancelling bookings", () => {
  it("frees the time and the key, so the same booking can be made again", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host);
    const responses = { name: "Ann", email: "ann@example.com" };
    const first = await book(host, eventType, { start: `${DAY}T09:00:00Z`, responses });
    await cancelBooking(host, { id: first.id }, { cancellationReason: "ill" });
    const second = await book(host, eventType, { start: `${DAY}T09:00:00Z`, responses });
    expect(second.id).toBeGreaterThan(first.id);
  });

  it("cancels once in ten concurrent calls: ten responses, one event", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host);
    const { id } = await book(host, eventType, { start: `${DAY}T09:00:00Z` });
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancelBooking(host, { id }, {})));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(["CANCELLED"]));
    const events = await queryAll(EventItem, { userId: host.userId });
    expect(events.map(({ trigger }) => trigger)).toEqual(["BOOKING_CREATED", "BOOKING_CANCELLED"]);
    expect(await claimedMinutes(host)).toBe(0);
  });
});
