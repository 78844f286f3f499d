import { describe, expect, it } from "vitest";
import { CancelOptions, cancelBooking } from "#lib/bookings/cancel.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { listBookings } from "#lib/bookings/list.ts";
import { getBooking } from "#lib/bookings/visibility.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { book, makeEventType, makeHost, reschedule } from "#test/support/builders/builders.ts";
import { listTriggers } from "#test/support/builders/calendar.ts";
import { makeTeamEventType, makeTeamOfHosts } from "#test/support/builders/several-hosts.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { readList } from "#test/support/calls/read-list.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const day = (number: number) => `2030-03-${String(number).padStart(2, "0")}T09:00:00.000Z`;

async function makeSeries(recurringEventId: string) {
  const host = await makeHost();
  const eventType = await makeEventType(host);
  const bookings = [];
  for (const number of [4, 11, 18, 25])
    bookings.push(await book(host, eventType, { start: day(number), recurringEventId }));
  return { host, eventType, bookings };
}

describe("cancelling a series", () => {
  it("cancels the booking and all later ones of the series, each with an event; other bookings stay", async () => {
    const { host, eventType, bookings } = await makeSeries("weekly");
    await book(host, eventType, { start: day(5) });
    await book(host, eventType, { start: day(6), recurringEventId: "other" });
    setClock(() => Date.parse(day(12)));
    await cancelBooking(
      host,
      { id: bookings[2]?.id ?? 0 },
      CancelOptions.parse({ allRemainingBookings: "true" }),
    );
    setClock(Date.now);
    const statuses = (await readList(listBookings(host))).map(({ status }) => status);
    expect(statuses).toEqual(["ACCEPTED", "ACCEPTED", "CANCELLED", "CANCELLED", "ACCEPTED", "ACCEPTED"]);
    expect((await listTriggers(host)).filter((trigger) => trigger === "BOOKING_CANCELLED")).toHaveLength(2);
  });

  it("cancels a booking that has replaced one of the series, unless it was sent another id", async () => {
    const { host, eventType, bookings } = await makeSeries("moved");
    const [first, second, third] = bookings.map(({ uid }) => uid);
    const start = day(12);
    const moved = await reschedule(host, eventType, { start, rescheduleUid: second ?? "" });
    expect(moved.recurringEventId).toBe("moved");
    const other = { recurringEventId: "other", start: day(19) };
    const { id } = await reschedule(host, eventType, { ...other, rescheduleUid: third ?? "" });
    await cancelBooking(host, { id: first ?? "" }, { allRemainingBookings: true });
    const open = (await readList(listBookings(host))).filter(({ status }) => status !== "CANCELLED");
    expect(open).toMatchObject([{ id, recurringEventId: "other" }]);
  });

  it("cancels the bookings that an earlier call did not", async () => {
    const { host, bookings } = await makeSeries("again");
    const [first] = bookings;
    await cancelBooking(host, { id: first?.id ?? 0 }, {});
    await cancelBooking(host, { id: first?.id ?? 0 }, { allRemainingBookings: true });
    expect((await listTriggers(host)).filter((trigger) => trigger === "BOOKING_CANCELLED")).toHaveLength(4);
  });

  it("does not cancel bookings of another host with the same series id", async () => {
    const [mine, theirs] = [await makeSeries("shared"), await makeSeries("shared")];
    await cancelBooking(mine.host, { id: mine.bookings[0]?.id ?? 0 }, { allRemainingBookings: true });
    expect(await listTriggers(theirs.host)).not.toContain("BOOKING_CANCELLED");
  });

  it("cancels the bookings of all hosts of a round-robin event type if the caller can change them", async () => {
    const made = await makeTeamOfHosts(2);
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN");
    const bookings: StoredBooking[] = [];
    for (const number of [4, 11, 18, 25])
      bookings.push(await book(made.owner, eventType, { start: day(number), recurringEventId: "in turn" }));
    const [first, second] = made.hosts;
    const own = await book(second, await makeEventType(second), {
      ...{ start: day(5), recurringEventId: "in turn" },
    });
    expect(new Set(bookings.map(({ userId }) => userId))).toEqual(new Set([first.userId, second.userId]));
    const [{ id, userId } = own, ...others] = bookings;
    const host = made.hosts.find((each) => each.userId === userId) ?? first;
    await cancelBooking(host, { id }, { allRemainingBookings: true });
    const statusesOf = async (caller: Caller) =>
      (await readList(listBookings(caller))).map(({ status }) => status);
    expect(await statusesOf(host)).toEqual(["CANCELLED", "CANCELLED"]);
    expect(others.some((other) => other.userId !== userId)).toBe(true);
    await cancelBooking(OPERATOR, { id }, { allRemainingBookings: true });
    expect(await statusesOf(second)).toEqual(["CANCELLED", "CANCELLED", "ACCEPTED"]);
  });

  it("cancels the bookings of hosts who have left the event type, too", async () => {
    const made = await makeTeamOfHosts(2);
    const eventType = await makeTeamEventType(made, "ROUND_ROBIN");
    const bookInSeries = (start: string) =>
      book(made.owner, eventType, { start, recurringEventId: "in turn" });
    const { id, userId } = await bookInSeries(day(4));
    const other = await bookInSeries(day(11));
    expect(other.userId).not.toBe(userId);
    const path = { id: String(eventType.id) };
    await callEndpoint("event-types.update", made.owner, { path, body: { hosts: [{ userId }] } });
    await cancelBooking(OPERATOR, { id }, { allRemainingBookings: true });
    expect(await getBooking(OPERATOR, other.id)).toMatchObject({ status: "CANCELLED" });
  });

  const countCancelled = async (value: unknown) => {
    const { host, bookings } = await makeSeries("one");
    const options = CancelOptions.parse({ allRemainingBookings: value });
    await cancelBooking(host, { id: bookings[0]?.id ?? 0 }, options);
    return (await listTriggers(host)).filter((trigger) => trigger === "BOOKING_CANCELLED").length;
  };

  it.each([true, "true", "True", "TRUE", 1, "1"])(
    "cancels all with allRemainingBookings %j",
    async (value) => {
      expect(await countCancelled(value)).toBe(4);
    },
  );

  const OTHERS = [
    false,
    "false",
    "False",
    0,
    "0",
    2,
    "",
    "yes",
    null,
    undefined,
    ["true", "true"],
    [true],
    { toString: 1 },
  ];

  it.each(OTHERS)("cancels only the one booking with allRemainingBookings %j", async (value) => {
    expect(await countCancelled(value)).toBe(1);
  });
});
