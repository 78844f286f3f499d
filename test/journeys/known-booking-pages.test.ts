import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import { claimUnique } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { makeEventType, makeUserWithKey, type UserWithKey } from "#test/support/builders/builders.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";

/** Requests for slots, schedules and busy times in the formats of public clients of the hosted API. */
const cloud = useSharedCloud();

const Response = z.looseObject({
  message: z.string().optional(),
  booking: z.looseObject({ startTime: z.string() }).optional(),
});
const Slots = z.record(z.string(), z.array(z.object({ time: z.string() })));
const WithId = z.looseObject({ id: z.int() });
const WithHours = WithId.extend({
  availability: z.array(WithId.extend({ date: z.string().nullable() })),
});

let host: UserWithKey;
let eventType: EventType;
let eventTypeId: number;

/** Sends a request with the key in the query, and parses the JSON of any status. */
async function call(method: string, path: string, body?: object) {
  const address = `${cloud().baseUrl}${path}${path.includes("?") ? "&" : "?"}apiKey=${encodeURIComponent(host.key)}`;
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(address, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { ok: response.ok, json: Response.parse(await response.json()) };
}

describe("a booking page", () => {
  const firstStart = (slots: unknown): string => Object.values(Slots.parse(slots)).flat()[0]?.time ?? "";

  beforeAll(async () => {
    host = await makeUserWithKey();
    eventType = await makeEventType(host.caller, { title: "Intro", length: 30 });
    eventTypeId = eventType.id;
    const { userId } = host.caller;
    await writeOne(claimUnique({ kind: "username", value: `host${userId}`, owner: userId }));
  });

  it.each([
    ["UTC", { startTime: "2031-09-02T09:00:00.000Z", endTime: "2031-09-03T09:00:00.000Z" }],
    ["an offset", { startTime: "2031-09-02T11:00:00+02:00", endTime: "2031-09-03T11:00:00+02:00" }],
    ["no zone", { startTime: "2031-09-02T09:00:00", endTime: "2031-09-03T09:00:00" }],
    ["dates alone", { dateFrom: "2031-09-02", dateTo: "2031-09-03" }],
    [
      "a Date as text",
      {
        start: "Tue Sep 02 2031 11:00:00 GMT+0200 (Central European Summer Time)",
        end: "Wed Sep 03 2031 11:00:00 GMT+0200 (Central European Summer Time)",
      },
    ],
  ])("requests slots with times as %s, by id or by name, and books the first", async (_, range) => {
    const zone = { timeZone: "Europe/Berlin" };
    const byId = new URLSearchParams({ ...range, ...zone, eventTypeId: String(eventTypeId) });
    const { json } = await call("GET", `/slots?${byId}`);
    const time = firstStart(json["slots"]);
    expect(time).toMatch(/^2031-09-02T\d\d:\d0:00\+02:00$/);
    const byName = new URLSearchParams({ ...range, ...zone, eventTypeSlug: eventType.slug });
    byName.set("usernameList[]", `host${host.caller.userId}`);
    expect((await call("GET", `/slots/available?isTeamEvent=false&${byName}`)).json["slots"]).toEqual(
      json["slots"],
    );
    const responses = { name: "Ann", email: "ann@example.com" };
    const booked = await call("POST", "/bookings", { eventTypeId, start: time, responses });
    expect(booked.json.booking?.startTime).toBe(new Date(time).toISOString());
  });

  it("reads busy times and open hours by username", async () => {
    const query = `username=host${host.caller.userId}&dateFrom=2031-10-07&dateTo=2031-10-08`;
    expect((await call("GET", `/availability?${query}`)).json).toMatchObject({ busy: [], slots: {} });
    expect((await call("GET", "/availability?dateFrom=2031-10-07&dateTo=2031-10-08")).json.message).toBe(
      "Either username or userId or teamId should be filled in.",
    );
  });

  it("creates a schedule, and hours whose times are dates of 1970", async () => {
    const fields = { name: "Mornings", timeZone: "Europe/Berlin", availability: [] };
    const { json } = await call("POST", "/schedules", fields);
    const { id: scheduleId } = WithId.parse(json["schedule"]);
    const hours = { startTime: "1970-01-01T09:00:00.000Z", endTime: "1970-01-01T12:30:00.000Z" };
    const made = await call("POST", "/availabilities", { scheduleId, days: [1, 7], ...hours });
    expect(made.json["availability"]).toMatchObject({
      ...{ scheduleId, days: [0, 1], startTime: "09:00:00", endTime: "12:30:00" },
      Schedule: { userId: host.caller.userId },
    });
    const { id } = WithId.parse(made.json["availability"]);
    expect((await call("GET", `/schedules/${scheduleId}`)).json["schedule"]).toMatchObject({
      availability: [{ id }],
    });
    expect((await call("PATCH", `/availabilities/${id}`, { endTime: "13:00" })).ok).toBe(true);
    expect((await call("DELETE", `/availabilities/${id}`)).ok).toBe(true);
    expect((await call("DELETE", `/schedules/${scheduleId}`)).ok).toBe(true);
  });

  it("sends a query that is not encoded, with empty and unknown parameters", async () => {
    const forms = [
      "startTime=2031-11-04T00:00:00+01:00&endTime=2031-11-04T23:59:59+01:00&timezone=Europe/Berlin",
      "startTime=2031-11-03T23:00:00.000Z&endTime=2031-11-04T22:59:59.999Z&timeZone=Europe/Berlin&orgSlug=&_=1",
      "dateFrom=Tue Nov 04 2031 00:00:00 GMT+0100 (CET)&dateTo=2031-11-05 00:00:00 GMT+0100&timeZone=Europe/Berlin",
    ];
    for (const form of forms) {
      const query = `/slots?eventTypeId=${eventTypeId}&${form}&duration=&rescheduleUid=&isTeamEvent=true&usernameList=`;
      const { json } = await call("GET", query);
      expect(Slots.parse(json["slots"])["2031-11-04"], form).toHaveLength(48);
    }
  });

  it("replaces the hours of a new schedule entry by entry", async () => {
    const { json } = await call("POST", "/schedules", { name: "Week", timeZone: "America/Chicago" });
    const { id: scheduleId, availability } = WithHours.parse(json["schedule"]);
    expect((await call("DELETE", `/availabilities/${availability[0]?.id}`)).ok).toBe(true);
    const hours = { startTime: "1970-01-01T00:00:00.000Z", endTime: "1970-01-01T24:00:00.000Z" };
    const days = [1, 2, 3, 4, 5, 6, 7];
    expect((await call("POST", "/availabilities", { days, scheduleId, ...hours })).ok).toBe(true);
    const { json: listed } = await call("GET", "/schedules");
    expect(listed["schedules"]).toMatchObject([
      { id: scheduleId, availability: [{ days: [0, 1, 2, 3, 4, 5, 6], endTime: "24:00:00" }] },
    ]);
  });

  it("closes days with overrides whose dates are dates or midnights", async () => {
    const { json } = await call("POST", "/schedules", { name: "Closed" });
    const { id } = WithId.parse(json["schedule"]);
    const overrides = [
      { date: "2031-12-02", slots: [], timeSlots: [] },
      { date: "2031-12-03T00:00:00.000Z", slots: [] },
    ];
    expect((await call("PATCH", `/schedules/${id}`, { overrides })).ok).toBe(true);
    const entry = { scheduleId: id, date: "2031-12-04T00:00:00.000Z", startTime: "00:00", endTime: "00:00" };
    expect((await call("POST", "/availabilities", entry)).ok).toBe(true);
    const query = `/schedules/${id}`;
    const { availability } = WithHours.parse((await call("GET", query)).json["schedule"]);
    expect(availability.flatMap(({ date }) => date ?? [])).toEqual([
      "2031-12-02",
      "2031-12-03",
      "2031-12-04",
    ]);
  });

  it("reads busy times as `me`, by the id of the user and by the event type", async () => {
    const range = "dateFrom=2031-10-07T00:00:00.000Z&dateTo=2031-10-07T23:59:59.000Z";
    for (const who of [
      "username=me",
      `userId=${host.caller.userId}`,
      `eventTypeId=${eventTypeId}&timeZone=Africa/Tunis`,
    ])
      expect((await call("GET", `/availability?${who}&${range}`)).json, who).toMatchObject({ busy: [] });
  });
});
