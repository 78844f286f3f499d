import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import type { EventType } from "#lib/event-types/model.ts";
import { claimUnique } from "#lib/table/unique.ts";
import { write } from "#lib/table/write.ts";
import { makeEventType, makeSomebody, type Somebody } from "#test/support/builders.ts";
import { useSharedCloud } from "#test/support/cloud.ts";

/** Requests for slots, schedules and busy times in the forms that public clients of the hosted API send them. */
const cloud = useSharedCloud();

const Answered = z.looseObject({
  message: z.string().optional(),
  booking: z.looseObject({ startTime: z.string() }).optional(),
});
const Slots = z.record(z.string(), z.array(z.object({ time: z.string() })));
const WithId = z.looseObject({ id: z.int() });

let host: Somebody;
let eventType: EventType;
let eventTypeId: number;

/** A client with the key in the query, which reads JSON whatever the status. */
async function ask(method: string, path: string, body?: object) {
  const address = `${cloud().baseUrl}${path}${path.includes("?") ? "&" : "?"}apiKey=${encodeURIComponent(host.key)}`;
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(address, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { ok: response.ok, json: Answered.parse(await response.json()) };
}

describe("a booking page", () => {
  const start = (slots: unknown): string => Object.values(Slots.parse(slots)).flat()[0]?.time ?? "";

  beforeAll(async () => {
    host = await makeSomebody();
    eventType = await makeEventType(host.caller, { title: "Intro", length: 30 });
    eventTypeId = eventType.id;
    const { userId } = host.caller;
    await write(claimUnique({ kind: "username", value: `host${userId}`, owner: userId }));
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
  ])("asks for slots with times as %s, by id or by name, and books the first", async (_, range) => {
    const zone = { timeZone: "Europe/Berlin" };
    const byId = new URLSearchParams({ ...range, ...zone, eventTypeId: String(eventTypeId) });
    const { json } = await ask("GET", `/slots?${byId}`);
    const time = start(json["slots"]);
    expect(time).toMatch(/^2031-09-02T\d\d:\d0:00\+02:00$/);
    const byName = new URLSearchParams({ ...range, ...zone, eventTypeSlug: eventType.slug });
    byName.set("usernameList[]", `host${host.caller.userId}`);
    expect((await ask("GET", `/slots/available?isTeamEvent=false&${byName}`)).json["slots"]).toEqual(
      json["slots"],
    );
    const responses = { name: "Ann", email: "ann@example.com" };
    const booked = await ask("POST", "/bookings", { eventTypeId, start: time, responses });
    expect(booked.json.booking?.startTime).toBe(new Date(time).toISOString());
  });

  it("reads busy times and open hours by username", async () => {
    const query = `username=host${host.caller.userId}&dateFrom=2031-10-07&dateTo=2031-10-08`;
    expect((await ask("GET", `/availability?${query}`)).json).toMatchObject({ busy: [], slots: {} });
    expect((await ask("GET", "/availability?dateFrom=2031-10-07&dateTo=2031-10-08")).json.message).toBe(
      "Either username or userId or teamId should be filled in.",
    );
  });

  it("creates a schedule, and hours whose times are dates of 1970", async () => {
    const fields = { name: "Mornings", timeZone: "Europe/Berlin", availability: [] };
    const { json } = await ask("POST", "/schedules", fields);
    const { id: scheduleId } = WithId.parse(json["schedule"]);
    const hours = { startTime: "1970-01-01T09:00:00.000Z", endTime: "1970-01-01T12:30:00.000Z" };
    const made = await ask("POST", "/availabilities", { scheduleId, days: [1, 7], ...hours });
    expect(made.json["availability"]).toMatchObject({
      ...{ scheduleId, days: [0, 1], startTime: "09:00:00", endTime: "12:30:00" },
      Schedule: { userId: host.caller.userId },
    });
    const { id } = WithId.parse(made.json["availability"]);
    expect((await ask("GET", `/schedules/${scheduleId}`)).json["schedule"]).toMatchObject({
      availability: [{ id }],
    });
    expect((await ask("PATCH", `/availabilities/${id}`, { endTime: "13:00" })).ok).toBe(true);
    expect((await ask("DELETE", `/availabilities/${id}`)).ok).toBe(true);
    expect((await ask("DELETE", `/schedules/${scheduleId}`)).ok).toBe(true);
  });
});
