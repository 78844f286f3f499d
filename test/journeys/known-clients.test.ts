import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import type { EventType } from "#lib/calendar/event-types/schema.ts";
import { book, makeEventType, makeUserWithKey, type UserWithKey } from "#test/support/builders/builders.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { startReceiver } from "#test/support/network/receiver.ts";

/**
 * Requests in the formats of public clients of the hosted API (automation nodes, chat agents, dashboards), as
 * found in their sources, and the fields that they read. Only the base URL differs.
 */
const cloud = useSharedCloud();

const Response = z.looseObject({
  id: z.int().optional(),
  message: z.string().optional(),
  booking: z.looseObject({ startTime: z.string() }).optional(),
  bookings: z.array(z.looseObject({ startTime: z.string() })).default([]),
  event_types: z.array(z.looseObject({ id: z.int() })).default([]),
  webhook: z.looseObject({ id: z.string() }).optional(),
  webhooks: z
    .array(z.looseObject({ subscriberUrl: z.string(), eventTriggers: z.array(z.string()) }))
    .default([]),
});

let host: UserWithKey;
let eventType: EventType;
let eventTypeId: number;
beforeAll(async () => {
  host = await makeUserWithKey();
  eventType = await makeEventType(host.caller, { title: "Intro", length: 30 });
  eventTypeId = eventType.id;
});

/** Sends a request with the key in the query and a content type, and parses the JSON of any status. */
async function call(method: string, path: string, body?: object) {
  const address = `${cloud().baseUrl}${path}${path.includes("?") ? "&" : "?"}apiKey=${encodeURIComponent(host.key)}`;
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(address, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { ok: response.ok, status: response.status, json: Response.parse(await response.json()) };
}

it("an automation node lists the event types, creates a webhook, receives an event, and deletes the webhook", async () => {
  const receiver = await startReceiver();
  const { json: types } = await call("GET", "/event-types");
  expect(types.event_types).toMatchObject([{ id: eventTypeId, title: "Intro" }]);
  expect((await call("GET", "/hooks")).json.webhooks).toEqual([]);
  const options = { appId: "my-app", eventTypeId: "", payloadTemplate: "" };
  const registration = {
    subscriberUrl: receiver.url,
    eventTriggers: ["BOOKING_CREATED", "BOOKING_CANCELLED"],
    active: true,
    ...options,
  };
  const { json: made } = await call("POST", "/hooks", registration);
  expect(made.webhook).toMatchObject({ appId: "my-app", eventTypeId: null, payloadTemplate: null });
  const { json: listed } = await call("GET", "/hooks");
  const [found] = listed.webhooks;
  expect([found?.subscriberUrl, found?.eventTriggers]).toEqual([receiver.url, registration.eventTriggers]);
  const { uid } = await book(host.caller, eventType, { start: "2031-05-05T07:00:00Z" });
  await expect
    .poll(() => receiver.received.map(({ body }) => JSON.parse(body)), { timeout: 60_000, interval: 50 })
    .toMatchObject([{ triggerEvent: "BOOKING_CREATED", payload: { uid } }]);
  expect((await call("DELETE", `/hooks/${made.webhook?.id}`)).status).toBe(200);
});

describe("a chat agent", () => {
  const form = (start: string) => ({
    eventTypeId,
    start,
    responses: {
      name: "Ann",
      email: "ann@example.com",
      phone: "",
      location: { value: "integrations:daily", optionValue: "" },
    },
    timeZone: "Europe/Berlin",
    language: "de",
    metadata: {},
    status: "ACCEPTED",
    title: "Appointment - Ann",
    description: "From the chat",
  });

  it("books with the key in the query and the header, and reads id, uid and startTime at the top level", async () => {
    const response = await fetch(`${cloud().baseUrl}/bookings?apiKey=${host.key}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${host.key}`, "Content-Type": "application/json" },
      body: JSON.stringify(form("2031-05-06T07:00:00.000Z")),
    });
    const booking = await response.json();
    expect(response.status).toBe(200);
    expect(booking).toMatchObject({
      id: expect.any(Number),
      uid: expect.any(String),
      startTime: "2031-05-06T07:00:00.000Z",
      attendees: [{ name: "Ann", email: "ann@example.com", timeZone: "Europe/Berlin" }],
    });
  });

  it("reads the reason of an error in `message`", async () => {
    const conflict = await call("POST", "/bookings", {
      ...form("2031-05-06T07:00:00Z"),
      responses: { name: "Bo", email: "bo@example.com" },
    });
    expect([conflict.ok, conflict.json.message]).toEqual([
      false,
      expect.stringContaining("no_available_users_found_error"),
    ]);
    const { ok, json } = await call("POST", "/bookings", {
      ...form("2031-05-06T09:00:00Z"),
      responses: { name: "Bo" },
    });
    expect([ok, json.message]).toEqual([false, expect.stringContaining("email")]);
  });

  it("moves a booking with PATCH, and cancels it at both paths, with a reason in the body", async () => {
    const { id } = (await call("POST", "/bookings", form("2031-05-07T07:00:00Z"))).json;
    const move = { start: "2031-05-07T11:00:00Z", end: "2031-05-07T11:30:00Z" };
    expect((await call("PATCH", `/bookings/${id}`, move)).json.booking?.startTime).toBe(
      "2031-05-07T11:00:00.000Z",
    );
    const { json } = await call("DELETE", `/bookings/${id}/cancel`, {
      cancellationReason: "Cancelled by organizer",
    });
    expect(json.booking).toMatchObject({ status: "CANCELLED", cancellationReason: "Cancelled by organizer" });
    expect((await call("DELETE", `/bookings/${id}`)).status).toBe(200);
  });
});

describe("a dashboard", () => {
  it("requests the bookings of some days by date", async () => {
    for (const start of ["2031-06-01T00:00:00Z", "2031-06-02T22:00:00Z", "2031-06-03T08:00:00Z"])
      await book(host.caller, eventType, { start });
    const { json } = await call("GET", "/bookings?dateFrom=2031-06-01&dateTo=2031-06-02&status=upcoming");
    expect(json.bookings.map(({ startTime }) => startTime)).toEqual([
      "2031-06-01T00:00:00.000Z",
      "2031-06-02T22:00:00.000Z",
    ]);
  });

  it("reads the user of the key", async () => {
    expect((await call("GET", "/me")).json["user"]).toMatchObject({
      username: expect.any(String),
      email: expect.stringContaining("@"),
    });
  });
});
