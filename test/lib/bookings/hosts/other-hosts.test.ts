import { describe, expect, it } from "vitest";
import { writeBookmarks } from "#lib/bookings/write-bookmarks.ts";
import type { Caller } from "#lib/caller.ts";
import { recountHost } from "#lib/operations/recount/recount.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { book, bookingRequest, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { at, makeCollective, useHostsTable } from "#test/support/builders/several-hosts.ts";
import { addMember, makeMember, makeTeam } from "#test/support/builders/teams.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";

const clock = useHostsTable();
const path = ({ id }: { id: number }) => ({ id: String(id) });

describe("the other hosts of a booking", () => {
  it("get and list it, by its uid and by filters, too", async () => {
    const { second, booking, first } = await makeCollective();
    const got = await callEndpoint("bookings.get", second, { path: path(booking) });
    expect(got).toMatchObject({ status: 200, json: { booking: { id: booking.id, userId: first.userId } } });
    const queries: Record<string, string>[] = [
      {},
      { uid: booking.uid },
      { status: "upcoming" },
      { sortBy: "startTime" },
      { take: "1" },
    ];
    for (const query of queries) {
      const { json } = await callEndpoint("bookings.list", second, { query });
      expect(json["bookings"], JSON.stringify(query)).toEqual([got.json["booking"]]);
    }
    expect((await callEndpoint("bookings.list", second, { query: { status: "past" } })).json).toEqual({
      bookings: [],
    });
  });

  it("list it among their own, in order, on every page", async () => {
    const made = await makeCollective(2);
    const { second, first, eventType } = made;
    const own = await makeEventType(second);
    const bookings = [made.booking];
    for (let hour = 10; hour < 15; hour += 1)
      bookings.push(await book(second, hour % 2 ? own : eventType, { start: at(hour) }));
    const list = async (caller: Caller, query: object) => {
      const { json, headers } = await callEndpoint("bookings.list", caller, { query: { ...query } });
      return {
        ids: Object(json["bookings"]).map(({ id }: { id: number }) => id),
        total: headers["X-Total-Count"],
      };
    };
    const ids = bookings.map(({ id }) => id);
    expect(await list(second, { count: true, take: 99 })).toEqual({ ids, total: "6" });
    expect(await list(second, { order: "desc" })).toMatchObject({ ids: ids.toReversed() });
    for (const page of [1, 2, 3])
      expect(await list(second, { page, take: 2 })).toMatchObject({ ids: ids.slice(page * 2 - 2, page * 2) });
    expect((await list(first, { count: true, take: 99 })).total).toBe("4");
    const admin = await makeHost("ADMIN");
    const both = { userId: [first.userId, second.userId] };
    expect((await list(admin, both)).ids).toEqual(ids);
    expect((await list(admin, { ...both, sortBy: "startTime" })).ids).toEqual(ids);
  });

  it("list a page with it in one round trip more", async () => {
    const { second, first } = await makeCollective();
    const tripsOf = async (caller: Caller) => {
      resetRoundTrips();
      await callEndpoint("bookings.list", caller);
      return roundTrips().trips;
    };
    expect([await tripsOf(first), await tripsOf(second)]).toEqual([1, 2]);
  });

  it("can't change it: they can read it, so this is forbidden", async () => {
    const { second, booking, eventType } = await makeCollective();
    const to = path(booking);
    const calls = [
      callEndpoint("bookings.update", second, { path: to, body: { title: "Mine" } }),
      callEndpoint("bookings.update", second, { path: to, body: { start: at(12) } }),
      callEndpoint("bookings.cancel", second, { path: to }),
      callEndpoint("bookings.create", second, {
        body: bookingRequest(eventType.id, { start: at(12), rescheduleUid: booking.uid }),
      }),
      callEndpoint("attendees.create", second, {
        body: { bookingId: booking.id, email: "a@example.com", name: "A", timeZone: "UTC" },
      }),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect((await callEndpoint("bookings.get", second, { path: to })).json["booking"]).toMatchObject({
      title: booking.title,
    });
  });

  it("are enough for the admin of an organization of one of them to read it, but not to change it", async () => {
    const { second, booking } = await makeCollective();
    const organization = await makeTeam({ isOrganization: true });
    const owner = await makeMember(organization, "OWNER");
    await addMember(organization, second);
    const admin = { ...owner, organizations: [organization.id] };
    const to = path(booking);
    expect(await callEndpoint("bookings.get", admin, { path: to })).toMatchObject({ status: 200 });
    const body = { title: "Mine" };
    expect(await callEndpoint("bookings.update", admin, { path: to, body })).toMatchObject({ status: 403 });
  });

  it("are busy with it in their availability", async () => {
    const { second, booking } = await makeCollective();
    const query = { userId: second.userId, dateFrom: at(0), dateTo: at(23) };
    const { json } = await callEndpoint("availability.get", second, { query });
    expect(json["busy"]).toMatchObject([{ start: at(9), title: booking.title }]);
  });
});

it("the operator's checks bookmark the lists of other hosts", async () => {
  const { second } = await makeCollective();
  expect(await recountHost(second.userId)).toBe(0);
  clock.time += 3_600_000;
  await writeBookmarks(second.userId);
  const { json } = await callEndpoint("bookings.list", second, { query: { page: 1, take: 5 } });
  expect(json["bookings"]).toHaveLength(1);
});
