import { beforeAll, describe, expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import type { Caller } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import type { Query } from "#test/support/calls/gateway-event.ts";
import { listBookingIds, requestBookings } from "#test/support/calls/list-bookings.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const day = (number: number, hour = 9) =>
  `2031-03-${String(number).padStart(2, "0")}T${String(hour).padStart(2, "0")}:00:00.000Z`;
let host: Caller;
let other: Caller;
let eventTypeId = 0;
let bookings: Record<"late" | "early" | "pending" | "cancelled" | "rejected", StoredBooking>;

beforeAll(async () => {
  [host, other] = [await makeHost(), await makeHost()];
  const [open, confirmed] = [
    await makeEventType(host),
    await makeEventType(host, { requiresConfirmation: true }),
  ];
  eventTypeId = confirmed.id;
  const responses = { name: "Zoe", email: "Zoe@Example.com", guests: ["guest@example.com"] };
  const late = await book(host, open, { start: day(20), responses });
  const early = await book(host, open, { start: day(2) });
  const pending = await book(host, confirmed, { start: day(10) });
  const { id: cancelledId } = await book(host, open, { start: day(11) });
  const { id: rejectedId } = await book(host, confirmed, { start: day(12) });
  const rejection = BookingUpdate.parse({ status: "REJECTED" });
  bookings = {
    late,
    early,
    pending,
    cancelled: await cancelBooking(host, { id: cancelledId }, {}),
    rejected: await updateBooking(host, { id: rejectedId }, rejection),
  };
});

type Name = keyof typeof bookings;
const idsOf = (...names: Name[]): number[] => names.map((name) => bookings[name].id);

describe("a list of bookings is filtered", () => {
  it.each<[Query, Name[]]>([
    [{}, ["late", "early", "pending", "cancelled", "rejected"]],
    [{ attendeeEmail: "zoe@example.com" }, ["late"]],
    [{ attendeeEmail: ["GUEST@example.com", "nobody@example.com"] }, ["late"]],
    [{ attendeeEmail: "nobody@example.com" }, []],
    [{ dateFrom: day(10) }, ["late", "pending", "cancelled", "rejected"]],
    [{ dateFrom: "2031-03-10T10:00:00+01:00", dateTo: day(12) }, ["pending", "cancelled"]],
    [{ dateTo: "2031-03-12T09:30:00Z" }, ["early", "pending", "cancelled", "rejected"]],
    [{ status: "ACCEPTED" }, ["late", "early"]],
    [{ status: "REJECTED" }, ["rejected"]],
    [{ status: "cancelled" }, ["cancelled", "rejected"]],
    [{ status: "unconfirmed" }, ["pending"]],
    [{ status: "upcoming" }, ["late", "early", "pending"]],
    [{ status: "past" }, []],
    [{ sortBy: "startTime" }, ["early", "pending", "cancelled", "rejected", "late"]],
    [{ sortBy: "startTime", order: "desc", status: "ACCEPTED" }, ["late", "early"]],
    [{ sortBy: "createdAt" }, ["late", "early", "pending", "cancelled", "rejected"]],
    [{ sortBy: "updatedAt", order: "desc", take: 2 }, ["rejected", "cancelled"]],
    [{ sortBy: "startTime", take: 2, page: 2 }, ["cancelled", "rejected"]],
    [{ status: "upcoming", take: 2, page: 2 }, ["pending"]],
    [{ surprise: "yes", take: 1 }, ["late"]],
  ])("by %j", async (query, names) => {
    expect(await listBookingIds(host, query)).toEqual(idsOf(...names));
  });

  it("by event type, by uid, and by both", async () => {
    const [{ uid }, { uid: otherUid }] = [bookings.pending, bookings.early];
    expect(await listBookingIds(host, { eventTypeId })).toEqual(idsOf("pending", "rejected"));
    expect(await listBookingIds(host, { uid })).toEqual(idsOf("pending"));
    expect(await listBookingIds(host, { uid, eventTypeId })).toEqual(idsOf("pending"));
    expect(await listBookingIds(host, { uid: otherUid, eventTypeId })).toEqual([]);
    expect(await listBookingIds(host, { uid: "nothing" })).toEqual([]);
    expect(await listBookingIds(other, { uid })).toEqual([]);
  });

  it("by meetings that have ended", async () => {
    const end = Date.parse(bookings.pending.endTime);
    setClock(() => end - 1);
    expect(await listBookingIds(host, { status: "past" })).toEqual(idsOf("early"));
    expect(await listBookingIds(host, { status: "upcoming" })).toEqual(idsOf("late", "pending"));
    setClock(() => end);
    expect(await listBookingIds(host, { status: "past" })).toEqual(idsOf("early", "pending"));
    expect(await listBookingIds(host, { status: "upcoming" })).toEqual(idsOf("late"));
    expect(await listBookingIds(host, { status: "unconfirmed" })).toEqual([]);
    setClock(() => Date.parse(day(30)));
    expect(await listBookingIds(host, { status: "past" })).toEqual(idsOf("late", "early", "pending"));
  });

  it("and counted, and its links keep every filter", async () => {
    const query = {
      attendeeEmail: ["zoe@example.com", "guest@example.com"],
      dateFrom: day(1),
      take: 1,
      count: "true",
    };
    const { headers, links } = await requestBookings(host, { ...query, apiKey: "secret", surprise: "yes" });
    expect(headers["X-Total-Count"]).toBe("1");
    const { searchParams } = new URL(links["last"] ?? "");
    expect([...searchParams]).toEqual([
      ["attendeeEmail", "zoe@example.com"],
      ["attendeeEmail", "guest@example.com"],
      ["dateFrom", day(1)],
      ["count", "true"],
      ["take", "1"],
      ["page", "1"],
    ]);
  });

  it("but not by userId for callers who are not admins", async () => {
    expect(await listBookingIds(host, { userId: other.userId, take: 2 })).toEqual(idsOf("late", "early"));
    expect(await listBookingIds(other, { userId: host.userId })).toEqual([]);
  });

  it("by uid and userId for admins", async () => {
    const [admin, { uid }] = [await makeHost("ADMIN"), bookings.pending];
    expect(await listBookingIds(admin, { uid, userId: host.userId })).toEqual(idsOf("pending"));
    expect(await listBookingIds(admin, { uid, userId: other.userId })).toEqual([]);
  });

  it.each<[Query, string]>([
    [{ userId: "me" }, "userId"],
    [{ userId: ["1", "x"] }, "userId"],
    [{ attendeeEmail: "nobody" }, "attendeeEmail"],
    [{ dateFrom: "yesterday" }, "dateFrom"],
    [{ dateTo: "2031-02-30T00:00:00Z" }, "dateTo"],
    [{ status: "accepted" }, "status"],
    [{ eventTypeId: "x" }, "eventTypeId"],
    [{ uid: "" }, "uid"],
    [{ sortBy: "title" }, "sortBy"],
    [{ order: "up" }, "order"],
    [{ take: 0 }, "take"],
    [{ page: "x" }, "page"],
    [{ cursor: "x" }, "cursor"],
    [{ cursor: "", page: 1 }, "page"],
  ])("and %j names what is wrong with it", async (query, field) => {
    const { status, json } = await requestBookings(host, query);
    expect([status, json["code"]]).toEqual([400, "invalid_request"]);
    expect(json["errors"]).toMatchObject([{ pointer: expect.stringMatching(`^#/query/${field}(/|$)`) }]);
  });
});
