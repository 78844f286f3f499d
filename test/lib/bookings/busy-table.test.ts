import { beforeAll, describe, expect, it } from "vitest";
import { BookingItem } from "#lib/bookings/entity.ts";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { failureFrom } from "#lib/entry/http/problem.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { listBookingIds } from "#test/support/calls/list-bookings.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable({ faults: { seed: 3, throttled: 0.1, unprocessed: 0.4, indexLagMilliseconds: 200 } });

const HOURS = Array.from(
  { length: 8 },
  (_, hour) => `2030-01-07T${String(hour + 8).padStart(2, "0")}:00:00Z`,
);

/** Retries as long as the service is temporarily unavailable. */
async function untilDone<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (failureFrom(error).code !== "temporarily_unavailable") throw error;
    }
  }
}

describe("bookings in a table that throttles, leaves keys unprocessed and has late indexes", () => {
  let host: Caller;
  let eventType: EventType;
  beforeAll(async () => {
    host = await untilDone(() => makeHost());
    eventType = await untilDone(() => makeEventType(host));
  });

  it("are created once for each time, in concurrent requests", async () => {
    const tries = HOURS.flatMap((start) =>
      [1, 2, 3].map(() => untilDone(() => book(host, eventType, { start }))),
    );
    const ends = await Promise.allSettled(tries);
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(HOURS.length);
    const codes = ends.flatMap((end) => (end.status === "rejected" ? failureFrom(end.reason).code : []));
    expect(new Set(codes)).toEqual(new Set(["no_available_users_found_error"]));
    expect(await untilDone(() => expectConsistentCalendar(host.userId))).toHaveLength(HOURS.length);
  });

  it("are read completely, in the requested order", async () => {
    const ids = (await untilDone(() => expectConsistentCalendar(host.userId)))
      .map(({ id }) => id)
      .toReversed();
    const keys = ids.map((id) => itemRequest(BookingItem, { userId: host.userId, id }));
    expect((await untilDone(() => findItems(keys))).map((booking) => booking?.id)).toEqual(ids);
  });

  it("are in the host's list immediately, and in the list of all bookings a little later", async () => {
    expect(await untilDone(() => listBookingIds(host))).toHaveLength(HOURS.length);
    await expect
      .poll(() => untilDone(() => listBookingIds(OPERATOR)), { timeout: 60_000 })
      .toHaveLength(HOURS.length);
  });
});
