import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it, vi } from "vitest";
import { AttendeeItem } from "#lib/bookings/attendees/entity.ts";
import type { Caller } from "#lib/caller.ts";
import { present } from "#lib/storage/table/condition.ts";
import { remove } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import type { Query } from "#test/support/calls/gateway-event.ts";
import { idsIn, requestList, streamOfList } from "#test/support/calls/request-list.ts";

const TAKE = 50;
const pageIn = (ids: readonly number[], page: number) => ids.slice((page - 1) * TAKE, page * TAKE);

async function pageOf(host: Caller, query: Query) {
  const { headers, trips, ...response } = await requestList("attendees", host, {
    take: TAKE,
    count: "true",
    ...query,
  });
  return { ids: idsIn({ headers, ...response }), total: headers["X-Total-Count"], trips };
}

/** Defines the tests of a host who has this number of attendees, a multiple of a hundred. Their ids start at 1. */
export function testAttendeePages(count: number, host: () => Caller): void {
  const attendees = Array.from({ length: count }, (_, at) => at + 1);
  const last = count / TAKE;

  describe(`a host with ${count.toLocaleString("en")} attendees`, () => {
    it.each([1, 2, last / 2, last - 1, last, last + 1])(
      "gets page %i in at most four round trips",
      async (page) => {
        const { trips, ...found } = await pageOf(host(), { page });
        expect(found).toEqual({ ids: pageIn(attendees, page), total: String(count) });
        expect(trips).toBeLessThanOrEqual(4);
      },
    );

    it.each([1, 2, last])("gets page %i from the end in at most four round trips", async (page) => {
      const { trips, ...found } = await pageOf(host(), { page, order: "desc" });
      expect(found).toEqual({ ids: pageIn(attendees.toReversed(), page), total: String(count) });
      expect(trips).toBeLessThanOrEqual(4);
    });

    it("has a list that is read while the client receives it", async () => {
      const send = vi.spyOn(DynamoDBDocumentClient.prototype, "send");
      for await (const chunk of await streamOfList("attendees", host())) {
        expect(String(chunk)).toContain('"attendees":[');
        break;
      }
      expect(send.mock.calls.length).toBeLessThan(10);
    });

    it("has no deleted attendee in the list", async () => {
      const deleted = { userId: host().userId, id: 25, bookingId: 1 };
      await writeOne(remove(AttendeeItem, deleted, { if: present("pk") }));
      const { ids, total } = await pageOf(host(), { page: 1 });
      expect([ids, total]).toEqual([attendees.filter((id) => id !== 25).slice(0, TAKE), String(count - 1)]);
      expect((await pageOf(host(), { page: last })).ids).toEqual(attendees.slice(-TAKE + 1));
    });
  });
}
