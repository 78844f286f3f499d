import { describe, expect, it } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { createUser } from "#lib/identity/users/create.ts";
import { UserCreate } from "#lib/identity/users/input.ts";
import { setClock } from "#lib/platform/clock.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import type { Query } from "#test/support/calls/gateway-event.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { at, DAY, MORNING, makeHostWithEventType, requestSlots, timesOf } from "./slot-requests.ts";

useLocalTable();

describe("the slots of an event type", () => {
  it("are those between its bookings and their buffers", async () => {
    const { host, eventType, eventTypeId } = await makeHostWithEventType({ afterEventBuffer: 10 });
    await book(host, eventType, { start: at("09:30") });
    const { status, json, headers } = await requestSlots(host, { ...MORNING, eventTypeId });
    expect([status, headers["Cache-Control"]]).toEqual([200, "private, max-age=0"]);
    expect(json).toEqual({ slots: { [DAY]: [{ time: at("10:30") }] } });
  });

  it("are an empty object if there are none", async () => {
    const { host, eventType, eventTypeId } = await makeHostWithEventType({ length: 120 });
    await book(host, eventType, { start: at("09:00") });
    expect((await requestSlots(host, { ...MORNING, eventTypeId })).json).toEqual({ slots: {} });
  });

  it("start within the range and may end after it", async () => {
    const { host, eventTypeId } = await makeHostWithEventType({ length: 90 });
    expect(await timesOf(host, { eventTypeId })).toEqual([at("09:00"), at("10:30")]);
  });

  it("have the viewer's offset and dates, and start at round times there", async () => {
    const { host, eventTypeId } = await makeHostWithEventType({ length: 60 });
    const range = { startTime: "2031-03-04T17:00:00Z", endTime: "2031-03-04T20:00:00Z" };
    const { json } = await requestSlots(host, { ...range, eventTypeId, timeZone: "Asia/Kolkata" });
    expect(json).toEqual({
      slots: {
        "2031-03-04": [{ time: "2031-03-04T23:00:00+05:30" }],
        "2031-03-05": [{ time: "2031-03-05T00:00:00+05:30" }, { time: "2031-03-05T01:00:00+05:30" }],
      },
    });
  });

  it("start after the notice and on the days of the booking window", async () => {
    setClock(() => Date.parse("2031-03-03T09:10:00Z"));
    const { host, eventTypeId } = await makeHostWithEventType({
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
    const { host, eventTypeId } = await makeHostWithEventType({ length: 30, lengths: [60] });
    expect(await timesOf(host, { eventTypeId })).toHaveLength(4);
    expect(await timesOf(host, { eventTypeId, duration: 60 })).toEqual([at("09:00"), at("10:00")]);
    expect(await requestSlots(host, { ...MORNING, eventTypeId, duration: 45 })).toMatchObject({
      status: 400,
      json: { message: "The booking must be 30 or 60 minutes long." },
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
    ["as JavaScript formats them", "Tue Mar 04 2031 10:00:00 GMT+0100 (Central European Standard Time)"],
    ["as JavaScript formats them, without the plus", "Tue Mar 04 2031 10:00:00 GMT 0100 (CET)"],
    ["as HTTP formats them", "Tue, 04 Mar 2031 09:00:00 GMT"],
  ])("accepts times %s", async (_, startTime) => {
    const { host, eventTypeId } = await makeHostWithEventType({ length: 60 });
    expect(await timesOf(host, { eventTypeId, startTime })).toEqual([at("09:00"), at("10:00")]);
  });

  it("accepts dates, and every name of its times and of the time zone", async () => {
    const { host, eventTypeId } = await makeHostWithEventType({ length: 720 });
    const times = [`${DAY}T00:00:00+00:00`, `${DAY}T12:00:00+00:00`];
    for (const [from, to] of [
      ["startTime", "endTime"] as const,
      ["start", "end"],
      ["dateFrom", "dateTo"],
    ] as const) {
      const query = { [from]: DAY, [to]: "2031-03-05", eventTypeId, timezone: "UTC", isTeamEvent: "false" };
      const { json } = await requestSlots(host, query);
      expect(json).toEqual({ slots: { [DAY]: times.map((time) => ({ time })) } });
    }
  });

  it("can name the event type by the host's username and its slug", async () => {
    const user = await createUser(
      OPERATOR,
      UserCreate.parse({ email: "fay@example.com", name: "Fay", username: "fay" }),
    );
    const caller = { ...(await makeHost()), userId: user.id };
    await makeEventType(caller, { slug: "intro", length: 60 });
    for (const name of ["username", "usernameList", "usernameList[]"])
      expect(await timesOf(caller, { [name]: "Fay", eventTypeSlug: "intro" })).toHaveLength(2);
    const repeated = { usernameList: ["fay", "Fay"], eventTypeSlug: "intro" };
    expect(await timesOf(caller, repeated)).toHaveLength(2);
    expect(await timesOf(caller, { username: "fay", eventTypeSlug: "Intro" })).toHaveLength(2);
    const unknown: Query[] = [
      { username: "fay", eventTypeSlug: "other" },
      { username: "nobody", eventTypeSlug: "intro" },
      { usernameList: ["fay", "nobody"], eventTypeSlug: "intro" },
    ];
    for (const query of unknown)
      expect(await requestSlots(caller, { ...MORNING, ...query })).toMatchObject({
        status: 404,
        json: { message: "Event type not found." },
      });
  });

  it("can have a range of 92 days", async () => {
    const { host, eventTypeId } = await makeHostWithEventType();
    const query = { ...MORNING, endTime: "2031-06-04T09:00:00Z", eventTypeId };
    expect(await requestSlots(host, query)).toMatchObject({ status: 200 });
  });

  it.each([
    [{ end: "2031-03-01" }, "end must be after startTime", "end"],
    [{ dateTo: "2031-06-05" }, "The range from startTime to dateTo can be at most 92 days.", "dateTo"],
  ])("is rejected with the name of the end that was sent: %j", async (query, message, name) => {
    const { host, eventTypeId } = await makeHostWithEventType();
    const { endTime: _, ...start } = MORNING;
    expect(await requestSlots(host, { ...start, eventTypeId, ...query })).toMatchObject({
      status: 400,
      json: { message, errors: [{ pointer: `#/query/${name}` }] },
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
  ])("is rejected with a message: %j", async (query, message) => {
    const { host, eventTypeId } = await makeHostWithEventType();
    expect(await requestSlots(host, { ...MORNING, eventTypeId, ...query })).toMatchObject({
      status: 400,
      json: { code: "invalid_request", message },
    });
  });

  it("gets 404 for an event type that is unknown, hidden or not bookable by the caller", async () => {
    const { host, eventTypeId } = await makeHostWithEventType();
    const { eventTypeId: hidden } = await makeHostWithEventType({ hidden: true });
    const stranger = await makeHost();
    for (const [caller, id] of [
      [stranger, eventTypeId],
      [host, hidden],
      [host, 999_999_999],
    ] as const)
      expect(await requestSlots(caller, { ...MORNING, eventTypeId: id })).toMatchObject({ status: 404 });
    const { eventTypeId: open } = await makeHostWithEventType({ bookableBy: "anyone" });
    expect(await timesOf(stranger, { eventTypeId: open })).toHaveLength(4);
  });
});

it("lists no slots that are too long to be booked, with their buffers", async () => {
  const fields = { length: 2_100, lengths: [30], afterEventBuffer: 61 };
  const { host, eventType, eventTypeId } = await makeHostWithEventType(fields);
  await expect(book(host, eventType, { start: at("09:00") })).rejects.toMatchObject({
    code: "booking_too_long",
  });
  expect(await timesOf(host, { eventTypeId })).toEqual([]);
  expect(await timesOf(host, { eventTypeId, duration: 30 })).toHaveLength(4);
});
