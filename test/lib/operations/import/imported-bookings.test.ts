import { beforeAll, describe, expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { getPayment } from "#lib/bookings/payments/read.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { getBooking } from "#lib/bookings/visibility.ts";
import { getEventType } from "#lib/calendar/event-types/get.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { checkClaims } from "#lib/operations/doctor/check-claims.ts";
import { book, makeHost, reschedule } from "#test/support/builders/builders.ts";
import { idsIn, listPages, type Resource, requestList } from "#test/support/calls/request-list.ts";
import { importLines } from "#test/support/command-line/import-lines.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { tableDigest } from "#test/support/table/table-digest.ts";
import { AHEAD, accepted, ahead, FIRST, HOST, host, IDS, iso, lines, over, TYPE } from "./eight-bookings.ts";

const aws = useLocalTable();
let admin: Caller;

beforeAll(async () => {
  admin = await makeHost("ADMIN");
  const { rejectedLines, result } = await importLines(lines);
  expect(rejectedLines).toEqual([]);
  expect(result.counts["booking"]).toEqual({ imported: 8, unchanged: 0, rejected: 0 });
});

const expectNoDisagreement = async (): Promise<void> => expect(await checkClaims(OPERATOR, HOST)).toEqual([]);

describe("imported bookings", () => {
  it("have all fields and ids of their lines", async () => {
    const {
      user: _,
      type,
      references,
      payment,
      attendees,
      ...fields
    } = accepted as Record<string, unknown[]>;
    const booking = await getBooking(host, FIRST + 3);
    expect(booking).toMatchObject({
      ...fields,
      updatedAt: "2019-07-01T00:00:00.000Z",
      paid: true,
      version: 1,
    });
    expect(booking.attendees).toMatchObject(attendees ?? []);
    expect(booking.references).toMatchObject(references ?? []);
    expect(booking.payment).toMatchObject([{ id: 800_001, amount: 5_000, currency: "USD" }]);
    expect(await getPayment(OPERATOR, 800_001)).toMatchObject({
      externalId: "ch_1",
      data: { a: 1 },
      uid: "pay",
    });
    expect([type]).toEqual(["booking"]);
  });

  it("hold their time only if it is in the future, and match their rows", async () => {
    await expectNoDisagreement();
    const claims = await Promise.all(IDS.map(async (id) => (await getBooking(host, id)).claim));
    const minute = AHEAD / 60_000;
    expect(claims.slice(0, 4)).toEqual([
      null,
      null,
      { from: minute - 10, to: minute + 30, slot: null },
      { from: minute - 10, to: minute + 30, slot: null },
    ]);
    const eventType = await getEventType(host, TYPE);
    await expect(book(host, eventType, { start: iso(ahead(1)) })).rejects.toMatchObject({
      code: "no_available_users_found_error",
    });
  });

  it("have no events, except for the starts of future meetings", async () => {
    const { counts } = await tableDigest(aws().url);
    expect(counts["event"]).toBeUndefined();
    expect((await getBooking(host, FIRST)).nextMeetingTrigger).toBeNull();
    expect((await getBooking(host, FIRST + 3)).nextMeetingTrigger).toBe("MEETING_STARTED");
  });

  it.each<[Resource, number]>([
    ["bookings", 8],
    ["attendees", 309],
    ["booking-references", 1],
    ["payments", 1],
  ])(
    "are listed with their %s, by page and by cursor, to their host and to admins",
    async (resource, count) => {
      for (const caller of [host, admin]) {
        const whole = idsIn(await requestList(resource, caller));
        expect(whole).toEqual(whole.toSorted((one, other) => one - other));
        expect(whole).toHaveLength(count);
        const page = await requestList(resource, caller, { take: 3, page: 1, count: "true" });
        expect(page.headers["X-Total-Count"]).toBe(String(count));
        expect((await listPages(resource, caller, { take: 100, page: 1 })).flat()).toEqual(whole);
        expect((await listPages(resource, caller, { take: 100, cursor: "" })).flat()).toEqual(whole);
      }
    },
  );

  it("are unchanged when they are imported again, even if the line or the booking has changed", async () => {
    await cancelBooking(host, { id: FIRST + 4 }, {});
    const { result } = await importLines([...lines, { ...over, title: "Another" }]);
    expect(result.counts["booking"]).toEqual({ imported: 0, unchanged: 9, rejected: 0 });
    expect((await getBooking(host, FIRST + 4)).status).toBe("CANCELLED");
    expect((await getBooking(host, FIRST)).title).toBe(over["title"]);
    const { rejectedLines } = await importLines([{ ...over, uid: "another" }]);
    expect(rejectedLines).toEqual([
      {
        line: 1,
        type: "booking",
        id: String(FIRST),
        code: "conflict",
        reason: `The booking id ${FIRST} is already in use.`,
        errors: [{ field: "id", value: FIRST, message: `The booking id ${FIRST} is already in use.` }],
      },
    ]);
    await expectNoDisagreement();
  });

  it("can be cancelled, accepted again, moved and rescheduled like any other", async () => {
    const eventType = await getEventType(host, TYPE);
    await expect(updateBooking(host, { id: FIRST + 2 }, patch({ status: "ACCEPTED" }))).rejects.toMatchObject(
      {
        code: "no_available_users_found_error",
      },
    );
    const moved = await reschedule(host, eventType, {
      start: iso(ahead(5)),
      rescheduleUid: `uid-${FIRST + 3}`,
    });
    expect(moved.fromReschedule).toBe(`uid-${FIRST + 3}`);
    await updateBooking(host, { id: FIRST + 2 }, patch({ status: "ACCEPTED" }));
    for (const id of [FIRST + 5, FIRST + 6]) await cancelBooking(host, { id }, {});
    await updateBooking(host, { id: FIRST }, patch({ startTime: iso(ahead(30)), endTime: iso(ahead(31)) }));
    await expect(book(host, eventType, { start: iso(ahead(30)) })).rejects.toMatchObject({
      code: "no_available_users_found_error",
    });
    await expectNoDisagreement();
  });

  it("have lower ids than objects created later", async () => {
    const eventType = await getEventType(host, TYPE);
    const booking = await book(host, eventType, { start: iso(ahead(40)) });
    expect(booking.id).toBeGreaterThan(FIRST + 7);
    expect(booking.attendees[0]?.id).toBeGreaterThan(600_299);
    expect((await makeHost()).userId).toBe(HOST + 1);
  });
});

const patch = (changes: object) => ({ startTime: undefined, endTime: undefined, ...changes });
