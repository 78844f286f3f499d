import { beforeAll, describe, expect, it } from "vitest";
import { ENDPOINT_HINTS } from "#lib/entry/http/endpoint-hints.ts";
import { addAttendee, addReference } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeSchedule, makeUserWithKey } from "#test/support/builders/builders.ts";
import { pay } from "#test/support/builders/payment-builders.ts";
import { addMember, makeTeam } from "#test/support/builders/teams.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { useSourceGateway } from "#test/support/cloud/source-gateway.ts";
import { endpointsOfGuide, namesIn, rowsUnder } from "#test/support/documents/guide-table.ts";

const gateway = useSourceGateway();
const ENDPOINTS = endpointsOfGuide();
const RANGE = {
  startTime: "2031-01-06",
  endTime: "2031-01-07",
  dateFrom: "2031-01-06",
  dateTo: "2031-01-07",
};

/** The request to an endpoint of the table: the id in its path, query and body. */
interface GuideCall {
  id?: string | number;
  query?: Record<string, string>;
  body?: object;
  /** The key of another user than the caller of the guide. */
  key?: string;
}

let key: string;
let calls: Record<string, GuideCall>;

async function request(method: string, path: string, call: GuideCall = {}) {
  const { query = {}, body } = call;
  const url = `${gateway().baseUrl}${path}?${new URLSearchParams({ ...query, apiKey: call.key ?? key })}`;
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  const json: Record<string, unknown> = isJson ? JSON.parse(text) : {};
  return { status: response.status, text, json };
}

beforeAll(async () => {
  const { caller, key: ofCaller } = await makeUserWithKey();
  key = ofCaller;
  const { caller: other } = await makeUserWithKey();
  const { caller: third } = await makeUserWithKey();
  const team = await makeTeam();
  await addMember(team, caller, { role: "OWNER" });
  await addMember(team, other, { role: "MEMBER" });
  const eventType = await makeEventType(caller);
  const [day, schedule] = [await makeEventType(caller), await makeSchedule(caller, { name: "Late" })];
  await makeSchedule(caller, { name: "Main", isDefault: true });
  const booking = await book(caller, eventType, { start: "2031-03-03T09:00:00Z" });
  const secondBooking = await book(caller, eventType, { start: "2031-03-04T09:00:00Z" });
  const [attendee, reference] = [
    await addAttendee(caller, secondBooking),
    await addReference(caller, secondBooking),
  ];
  const payment = await pay({ bookingId: secondBooking.id });
  const responses = { name: "Ann", email: "ann@example.com" };
  const attendeeOf = { email: "cy@example.com", name: "Cy", timeZone: "UTC", bookingId: secondBooking.id };
  const hook = { subscriberUrl: "http://127.0.0.1:9/", eventTriggers: ["BOOKING_CREATED"], active: true };
  const hours = { days: [1], startTime: "1970-01-01T09:00:00.000Z", endTime: "1970-01-01T10:00:00.000Z" };
  const [entry] = schedule.entries;
  calls = {
    "POST /attendees": { body: attendeeOf },
    "/attendees/{id}": { id: attendee.id, body: { name: "Bo" } },
    "POST /availabilities": { body: { scheduleId: schedule.id, ...hours } },
    "/availabilities/{id}": { id: entry?.id ?? 0, body: { endTime: "12:00" } },
    "/availability": { query: { ...RANGE, userId: String(caller.userId) } },
    "POST /booking-references": { body: { bookingId: secondBooking.id, type: "daily_video", uid: "room" } },
    "/booking-references/{id}": { id: reference.id, body: { meetingId: "5" } },
    "POST /bookings": {
      body: {
        ...{ eventTypeId: eventType.id, start: "2031-03-05T09:00:00Z", end: "2031-03-05T09:30:00Z" },
        ...{ responses, timeZone: "Europe/London", language: "en", metadata: {}, status: "PENDING" },
      },
    },
    "/bookings/{id}": {
      id: booking.id,
      body: { title: "Moved", startTime: "2031-03-06T09:00:00Z", endTime: "2031-03-06T09:30:00Z" },
    },
    "/bookings/{id}/cancel": { id: booking.id, query: { cancellationReason: "ill" } },
    "POST /event-types": { body: { title: "My Meeting", slug: "My Meeting", length: 30, metadata: {} } },
    "/event-types/{id}": { id: day.id, body: { length: 45 } },
    "POST /memberships": { body: { userId: third.userId, teamId: team.id } },
    "/memberships/{userId}_{teamId}": { id: `${other.userId}_${team.id}`, body: { role: "ADMIN" } },
    "/payments/{id}": { id: payment.id },
    "POST /schedules": { body: { name: "Week", timeZone: "Europe/London" } },
    "/schedules/{id}": { id: schedule.id, body: { name: "Later" } },
    "/slots": { query: { ...RANGE, eventTypeId: String(eventType.id) } },
    "/teams/{id}": { id: team.id },
    "/teams/{id}/availability": { id: team.id, query: RANGE },
    "/teams/{id}/event-types": { id: team.id },
    "/users/{id}": { id: caller.userId },
    "/users/{id}/availability": { id: caller.userId, query: RANGE },
    "POST /webhooks": { body: hook },
    "/webhooks/{id}": { id: (await makeWebhook(caller)).id, body: { active: false } },
  };
});

describe("the table of the guide", () => {
  it("has a row for every hint for clients of API v1", () => {
    expect(ENDPOINTS.length).toBeGreaterThan(80);
    const ofV2 = [
      "/bookings/{id}/confirm",
      "/bookings/{id}/decline",
      "/bookings/{id}/reschedule",
      "/calendars",
    ];
    const hinted = ENDPOINT_HINTS.map(({ path }) => path).filter((path) => !ofV2.includes(path));
    expect(hinted.filter((path) => !ENDPOINTS.some((one) => one.path === path))).toEqual([]);
    expect(new Set(ENDPOINTS.map(({ support }) => support))).toEqual(
      new Set(["works", "works differently", "not here"]),
    );
  });

  it.each(ENDPOINTS.filter(({ support }) => support.startsWith("works")))(
    "$method $path works",
    async ({ method, path }) => {
      const call = calls[`${method} ${path}`] ?? calls[path] ?? {};
      const address = path.replace("{userId}_{teamId}", "{id}").replace("{id}", String(call.id));
      const { body, ...others } = call;
      const hasBody = method === "POST" || method === "PATCH";
      const { status, text } = await request(method, address, hasBody ? call : others);
      expect([status, text]).toEqual([200, expect.any(String)]);
    },
  );

  it.each(ENDPOINTS.filter(({ support }) => support === "not here"))(
    "$method $path is not here, and the response contains the note of the guide",
    async ({ method, path, note }) => {
      const { status, json } = await request(method, path.replace(/\{\w+\}/g, "1"));
      const isKnown = ENDPOINTS.some((one) => one.path === path && one.support !== "not here");
      expect([status, json["code"]]).toEqual(isKnown ? [405, "method_not_allowed"] : [404, "not_found"]);
      expect(note).not.toBe("");
      expect(json["detail"]).toContain(note);
    },
  );
});

/** The first element of a list. */
async function first(path: string, list: string): Promise<Record<string, unknown>> {
  const { json } = await request("GET", path);
  const [one] = json[list] as Record<string, unknown>[];
  return one ?? {};
}

it("another user's event type is 404 to a key, as the guide says, until its owner sets bookableBy", async () => {
  const { caller: host, key: ofHost } = await makeUserWithKey();
  const { id } = await makeEventType(host);
  const responses = { name: "Ann", email: "ann@example.com" };
  const call = { body: { eventTypeId: id, start: "2031-03-05T09:00:00Z", responses } };
  const slots = { query: { ...RANGE, eventTypeId: String(id) } };
  for (const { status, json } of [
    await request("POST", "/bookings", call),
    await request("GET", "/slots", slots),
  ])
    expect([status, json["message"]]).toEqual([404, "Event type not found."]);
  const change = { body: { bookableBy: "anyone" }, key: ofHost };
  expect((await request("PATCH", `/event-types/${id}`, change)).status).toBe(200);
  await expect
    .poll(async () => (await request("POST", "/bookings", call)).status, { timeout: 60_000 })
    .toBe(200);
});

describe("the field tables of the guide", () => {
  it.each([
    ["Bookings", "/bookings", "bookings"],
    ["Event types", "/event-types", "event_types"],
    ["Webhooks", "/webhooks", "webhooks"],
  ])(
    "%s have the fields that the guide marks as the same, and none of its other fields",
    async (heading, path, list) => {
      if (list === "webhooks") await request("POST", path, calls["POST /webhooks"]);
      const resource = await first(path, list);
      for (const [fields, here] of rowsUnder(heading)) {
        expect(namesIn(fields).length, fields).toBeGreaterThan(0);
        for (const name of namesIn(fields))
          expect([name, name in resource], String(here)).toEqual([name, here === "the same"]);
      }
    },
  );

  it("describe the objects in a booking", async () => {
    const booking = await first("/bookings", "bookings");
    for (const [field = "", , note = ""] of rowsUnder("Bookings").filter(([, , text]) =>
      /^With /.test(text ?? ""),
    )) {
      const [value] = [booking[namesIn(field)[0] ?? ""]].flat();
      for (const name of namesIn(note).filter((one) => one !== "team"))
        expect(value, field).toHaveProperty(name);
    }
  });

  it("list the fields that event types ignore", async () => {
    const ignored = rowsUnder("Event types").flatMap(([fields, here]) =>
      here === "none" ? namesIn(fields) : [],
    );
    const body = { title: "Ignored", length: 30, ...Object.fromEntries(ignored.map((name) => [name, {}])) };
    const { status, json } = await request("POST", "/event-types", { body });
    expect(status).toBe(200);
    expect((json["warnings"] as { pointer: string }[]).map(({ pointer }) => pointer.slice(2))).toEqual(
      ignored,
    );
  });

  it.each([
    [{ body: { title: "x", length: 30, colour: "red" } }, 400],
    [{ body: { title: "x", length: 30, periodType: "ROLLING_WINDOW" } }, 400],
    [{ body: { title: "x", length: 30, schedulingType: "MANAGED" } }, 400],
  ])("describe requests that are rejected: %j", async (call, status) => {
    expect((await request("POST", "/event-types", call)).status).toBe(status);
  });
});
