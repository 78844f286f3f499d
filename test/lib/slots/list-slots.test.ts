import { afterEach, describe, expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { createUser } from "#lib/users/create.ts";
import { UserCreate } from "#lib/users/input.ts";
import { book, makeEventType, makeHost, reschedule, reserve } from "#test/support/builders/builders.ts";
import { makeOrganizationBooking } from "#test/support/builders/organizations.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import type { Query } from "#test/support/calls/gateway-event.ts";
import { expectConsistentCalendar } from "#test/support/model/consistent-calendar.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
afterEach(() => setClock(Date.now));

const DAY = "2031-03-04";
const at = (time: string) => `${DAY}T${time}:00.000Z`;
const MORNING = { startTime: at("09:00"), endTime: at("11:00") };

/** Asks for slots. */
const ask = (caller: Caller, query: Query) => callEndpoint("slots.list", caller, { query });

/** The times of the slots of the morning. */
async function timesOf(...[caller, query]: Parameters<typeof ask>): Promise<string[]> {
  const { json } = await ask(caller, { ...MORNING, ...query });
  return Object.values(Object(json["slots"]))
    .flat()
    .map((slot) => Object(slot).time);
}

async function makeOffer(more: Record<string, unknown> = {}) {
  const host = await makeHost();
  const eventType = await makeEventType(host, more);
  return { host, eventType, eventTypeId: eventType.id };
}

describe("the slots of an event type", () => {
  it("are those between its bookings and their buffers", async () => {
    const { host, eventType, eventTypeId } = await makeOffer({ afterEventBuffer: 10 });
    await book(host, eventType, { start: at("09:30") });
    const { status, json, headers } = await ask(host, { ...MORNING, eventTypeId });
    expect([status, headers["Cache-Control"]]).toEqual([200, "private, max-age=0"]);
    expect(json).toEqual({ slots: { [DAY]: [{ time: at("10:30") }] } });
  });

  it("are absent when there are none", async () => {
    const { host, eventType, eventTypeId } = await makeOffer({ length: 120 });
    await book(host, eventType, { start: at("09:00") });
    expect((await ask(host, { ...MORNING, eventTypeId })).json).toEqual({ slots: {} });
  });

  it("start within the range and may end after it", async () => {
    const { host, eventTypeId } = await makeOffer({ length: 90 });
    expect(await timesOf(host, { eventTypeId })).toEqual([at("09:00"), at("10:30")]);
  });

  it("have the viewer's offset and dates, and start at round times there", async () => {
    const { host, eventTypeId } = await makeOffer({ length: 60 });
    const range = { startTime: "2031-03-04T17:00:00Z", endTime: "2031-03-04T20:00:00Z" };
    const { json } = await ask(host, { ...range, eventTypeId, timeZone: "Asia/Kolkata" });
    expect(json).toEqual({
      slots: {
        "2031-03-04": [{ time: "2031-03-04T23:00:00+05:30" }],
        "2031-03-05": [{ time: "2031-03-05T00:00:00+05:30" }, { time: "2031-03-05T01:00:00+05:30" }],
      },
    });
  });

  it("start after the notice and on the days of the booking window", async () => {
    setClock(() => Date.parse("2031-03-03T09:10:00Z"));
    const { host, eventTypeId } = await makeOffer({
      ...{ length: 720, minimumBookingNotice: 120, periodType: "ROLLING", periodDays: 1 },
    });
    const range = { startTime: "2031-03-01", endTime: "2031-03-09" };
    // The host is in Zurich, where the last day ends at 23:00 UTC.
    expect(await timesOf(host, { ...range, eventTypeId })).toEqual([
      "2031-03-03T12:00:00.000Z",
      "2031-03-04T00:00:00.000Z",
      "2031-03-04T12:00:00.000Z",
    ]);
  });

  it("have the requested one of several lengths", async () => {
    const { host, eventTypeId } = await makeOffer({ length: 30, lengths: [60] });
    expect(await timesOf(host, { eventTypeId })).toHaveLength(4);
    expect(await timesOf(host, { eventTypeId, duration: 60 })).toEqual([at("09:00"), at("10:00")]);
    expect(await ask(host, { ...MORNING, eventTypeId, duration: 45 })).toMatchObject({
      status: 400,
      json: { message: '"duration" must be 30 or 60 minutes.' },
    });
  });
});

describe("a request for slots", () => {
  it.each([
    ["with Z", "2031-03-04T09:00:00Z"],
    ["with milliseconds", "2031-03-04T09:00:00.000Z"],
    ["with an offset", "2031-03-04T10:00:00+01:00"],
    ["with an offset in hours", "2031-03-04 10:00:00+01"],
    ["with a plus that was not encoded", "2031-03-04T10:00:00 01:00"],
    ["without a zone, which is UTC", "2031-03-04T09:00:00"],
    ["as JavaScript prints them", "Tue Mar 04 2031 10:00:00 GMT+0100 (Central European Standard Time)"],
    ["as JavaScript prints them, without the plus", "Tue Mar 04 2031 10:00:00 GMT 0100 (CET)"],
    ["as HTTP writes them", "Tue, 04 Mar 2031 09:00:00 GMT"],
  ])("takes times %s", async (_, startTime) => {
    const { host, eventTypeId } = await makeOffer({ length: 60 });
    expect(await timesOf(host, { eventTypeId, startTime })).toEqual([at("09:00"), at("10:00")]);
  });

  it("takes dates, and every name of its times and of the time zone", async () => {
    const { host, eventTypeId } = await makeOffer({ length: 720 });
    const times = [`${DAY}T00:00:00+00:00`, `${DAY}T12:00:00+00:00`];
    for (const [from, to] of [
      ["startTime", "endTime"] as const,
      ["start", "end"],
      ["dateFrom", "dateTo"],
    ] as const) {
      const query = { [from]: DAY, [to]: "2031-03-05", eventTypeId, timezone: "UTC", isTeamEvent: "false" };
      const { json } = await ask(host, query);
      expect(json).toEqual({ slots: { [DAY]: times.map((time) => ({ time })) } });
    }
  });

  it("names the event type by the host's username and its slug", async () => {
    const user = await createUser(
      OPERATOR,
      UserCreate.parse({ email: "fay@example.com", name: "Fay", username: "fay" }),
    );
    const caller = { ...(await makeHost()), userId: user.id };
    await makeEventType(caller, { slug: "intro", length: 60 });
    for (const name of ["username", "usernameList", "usernameList[]"])
      expect(await timesOf(caller, { [name]: "Fay", eventTypeSlug: "intro" })).toHaveLength(2);
    const unknown: Query[] = [
      { username: "fay", eventTypeSlug: "other" },
      { username: "nobody", eventTypeSlug: "intro" },
      { usernameList: ["fay", "nobody"], eventTypeSlug: "intro" },
    ];
    for (const query of unknown)
      expect(await ask(caller, { ...MORNING, ...query })).toMatchObject({
        status: 404,
        json: { message: "Event type not found." },
      });
  });

  it.each([
    [{ endTime: at("09:00") }, "endTime must be after startTime"],
    [{ endTime: "2031-06-05" }, "The range from startTime to endTime can be at most 92 days."],
    [{ startTime: "" }, '"startTime" is required.'],
    [{ startTime: "soon" }, '"startTime" must be a date and time, such as 2031-03-04T09:00:00Z.'],
    [
      { startTime: "-271821-04-20T00:00:00Z" },
      '"startTime" must be a date and time, such as 2031-03-04T09:00:00Z.',
    ],
    [
      { timeZone: "Mars/Olympus" },
      '"timeZone" must be a time zone name of the tz database, such as Europe/Zurich.',
    ],
    [
      { eventTypeId: "" },
      "You need to either pass an eventTypeId OR an usernameList/eventTypeSlug combination",
    ],
    [
      { eventTypeId: "", username: "fay" },
      "You need to either pass an eventTypeId OR an usernameList/eventTypeSlug combination",
    ],
  ])("is refused with a clear text: %j", async (query, message) => {
    const { host, eventTypeId } = await makeOffer();
    expect(await ask(host, { ...MORNING, eventTypeId, ...query })).toMatchObject({
      status: 400,
      json: { code: "invalid_request", message },
    });
  });

  it("is answered 404 for an event type that is unknown, hidden or not bookable by the caller", async () => {
    const { host, eventTypeId } = await makeOffer();
    const { eventTypeId: hidden } = await makeOffer({ hidden: true });
    const stranger = await makeHost();
    for (const [caller, id] of [
      [stranger, eventTypeId],
      [host, hidden],
      [host, 999_999_999],
    ] as const)
      expect(await ask(caller, { ...MORNING, eventTypeId: id })).toMatchObject({ status: 404 });
    const { eventTypeId: open } = await makeOffer({ bookableBy: "anyone" });
    expect(await timesOf(stranger, { eventTypeId: open })).toHaveLength(4);
  });
});

it("lists no slots that are too long to be booked, buffers included", async () => {
  const fields = { length: 2_100, lengths: [30], afterEventBuffer: 61 };
  const { host, eventType, eventTypeId } = await makeOffer(fields);
  await expect(book(host, eventType, { start: at("09:00") })).rejects.toMatchObject({
    code: "booking_too_long",
  });
  expect(await timesOf(host, { eventTypeId })).toEqual([]);
  expect(await timesOf(host, { eventTypeId, duration: 30 })).toHaveLength(4);
});

describe("slots for a reschedule", () => {
  it("include the time of the booking that moves, buffers included", async () => {
    const { host, eventType, eventTypeId } = await makeOffer({ length: 60, beforeEventBuffer: 30 });
    const { uid } = await book(host, eventType, { start: at("10:00") });
    expect(await timesOf(host, { eventTypeId })).toEqual([]);
    expect(await timesOf(host, { eventTypeId, rescheduleUid: uid })).toEqual([at("09:00"), at("10:00")]);
  });

  it("are answered 404 to a caller who can't access the booking", async () => {
    const { member, booking } = await makeOrganizationBooking();
    const { id: eventTypeId } = await makeEventType(member.caller, { bookableBy: "anyone" });
    const query = { ...MORNING, eventTypeId, rescheduleUid: booking.uid };
    expect(await ask(await makeHost(), query)).toMatchObject({
      status: 404,
      json: { message: "Booking not found." },
    });
  });
});

describe("slots with seats", () => {
  it("have seats for all attendees of the booking that moves", async () => {
    const { host, eventType, eventTypeId } = await makeOffer({ length: 60, seatsPerTimeSlot: 3 });
    const responses = { name: "Ann", email: "ann@example.com", guests: ["bob@example.com"] };
    const { uid: rescheduleUid } = await book(host, eventType, { start: at("09:00"), responses });
    for (const email of ["cy@example.com", "di@example.com"])
      await book(host, eventType, { start: at("10:00"), responses: { name: "Cy", email } });
    expect(await timesOf(host, { eventTypeId })).toEqual([at("09:00"), at("10:00")]);
    expect(await timesOf(host, { eventTypeId, rescheduleUid })).toEqual([at("09:00")]);
  });

  it("keep their start while they have seats, with the number of those taken", async () => {
    const { host, eventType, eventTypeId } = await makeOffer({ length: 60, seatsPerTimeSlot: 2 });
    const { uid } = await book(host, eventType, { start: at("09:20") });
    const shared = { time: at("09:20"), attendees: 1, bookingUid: uid };
    expect((await ask(host, { ...MORNING, eventTypeId })).json).toEqual({ slots: { [DAY]: [shared] } });
    await book(host, eventType, { start: at("09:20") });
    expect((await ask(host, { ...MORNING, eventTypeId })).json).toEqual({ slots: {} });
  });

  it("are absent if they have another length or their time is closed by now", async () => {
    const { host, eventType, eventTypeId } = await makeOffer({
      ...{ length: 60, lengths: [30], seatsPerTimeSlot: 2, minimumBookingNotice: 60 },
    });
    await book(host, eventType, { start: at("09:20") });
    expect(await timesOf(host, { eventTypeId, duration: 30 })).toEqual([at("10:30")]);
    setClock(() => Date.parse(at("08:30")));
    expect(await timesOf(host, { eventTypeId })).toEqual([]);
  });

  it("free the seats of the booking that moves, and the whole slot if it is alone there", async () => {
    const { host, eventType, eventTypeId } = await makeOffer({ length: 60, seatsPerTimeSlot: 2 });
    const { uid: rescheduleUid } = await book(host, eventType, { start: at("09:20") });
    expect(await timesOf(host, { eventTypeId, rescheduleUid })).toEqual([at("09:00"), at("10:00")]);
    const { uid: bookingUid } = await book(host, eventType, { start: at("09:20") });
    const { json } = await ask(host, { ...MORNING, eventTypeId, rescheduleUid });
    expect(json).toEqual({ slots: { [DAY]: [{ time: at("09:20"), attendees: 1, bookingUid }] } });
  });

  it("name their first booking, whichever come and go", async () => {
    const { host, eventType, eventTypeId } = await makeOffer({ length: 60, seatsPerTimeSlot: 4 });
    const start = at("09:00");
    const named = async () => Object(Object(await ask(host, { ...MORNING, eventTypeId })).json).slots[DAY][0];
    const first = await book(host, eventType, { start });
    const second = await book(host, eventType, { start });
    await reserve(host, eventType, { start });
    expect(await named()).toEqual({ time: start, attendees: 3, bookingUid: first.uid });
    await cancelBooking(host, { id: first.id }, {});
    expect(await named()).toMatchObject({ bookingUid: second.uid });
    const replacement = await reschedule(host, eventType, { start, rescheduleUid: second.uid });
    expect(await named()).toEqual({ time: start, attendees: 2, bookingUid: replacement.uid });
    const change = (fields: object) => updateBooking(host, { id: first.id }, BookingUpdate.parse(fields));
    await change({ status: "ACCEPTED" });
    expect(await named()).toMatchObject({ attendees: 3, bookingUid: first.uid });
    await change({ startTime: at("11:00"), endTime: at("12:00") });
    await cancelBooking(host, { id: replacement.id }, {});
    expect(await named()).toEqual({ time: start, attendees: 1 });
    const last = await book(host, eventType, { start });
    expect(await named()).toEqual({ time: start, attendees: 2, bookingUid: last.uid });
    await expectConsistentCalendar(host.userId);
  });

  it("name no booking to callers who can't read it", async () => {
    const { organization, admin, member } = await makeOrganizationBooking();
    const open = { length: 60, seatsPerTimeSlot: 2, bookableBy: "anyone" };
    const eventType = await makeEventType(member.caller, open);
    const { uid: bookingUid } = await book(member.caller, eventType, { start: at("09:00") });
    const slot = { time: at("09:00"), attendees: 1 };
    const query = { ...MORNING, eventTypeId: eventType.id };
    const first = async (caller: Caller) => Object(Object(await ask(caller, query)).json).slots[DAY][0];
    expect(await first(await makeHost())).toEqual(slot);
    expect(await first({ ...admin.caller, organizations: [organization.id] })).toEqual({
      ...slot,
      bookingUid,
    });
    expect(await first(OPERATOR)).toEqual({ ...slot, bookingUid });
  });
});
