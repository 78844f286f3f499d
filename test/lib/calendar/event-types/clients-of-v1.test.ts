import { beforeEach, describe, expect, it } from "vitest";
import { handler as create } from "#functions/event-types/create.ts";
import { handler as get } from "#functions/event-types/get.ts";
import { handler as update } from "#functions/event-types/update.ts";
import type { Caller } from "#lib/caller.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { invoke } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

let caller: Caller;
beforeEach(async () => {
  caller = await makeHost();
});

/** All fields of the example in the documentation of Cal.com's API v1. */
const DOCUMENTED = {
  ...{ title: "Hello World", slug: "hello-world", length: 30, hidden: false, position: 0, eventName: null },
  ...{
    timeZone: null,
    scheduleId: null,
    periodType: "UNLIMITED",
    periodStartDate: "2023-02-15T08:46:16.000Z",
  },
  ...{ periodEndDate: "2023-02-15T08:46:16Z", periodDays: null, periodCountCalendarDays: null },
  ...{
    requiresConfirmation: true,
    recurringEvent: { interval: 2, count: 10, freq: 2 },
    disableGuests: false,
  },
  ...{ hideCalendarNotes: false, minimumBookingNotice: 120, beforeEventBuffer: 5, afterEventBuffer: 10 },
  ...{ schedulingType: null, price: 0, currency: "usd", slotInterval: null, successRedirectUrl: null },
  ...{ description: "A test event type", metadata: { apps: { stripe: { price: 0 } } } },
  ...{ locations: [{ type: "inPerson", address: "London" }], bookingLimits: { PER_DAY: 3 }, hosts: [] },
  ...{ seatsPerTimeSlot: null, seatsShowAttendees: false, seatsShowAvailabilityCount: true, children: [] },
  ...{ parentId: null, assignAllTeamMembers: false, onlyShowFirstAvailableSlot: false, customInputs: [] },
};

const post = (body: object, headers = {}) =>
  invoke(create, { caller, body, headers: { "Content-Type": "application/json", ...headers } });
const pointersIn = (json: Record<string, unknown>, at: string): unknown =>
  (json[at] as { pointer: string }[] | undefined)?.map(({ pointer }) => pointer);

describe("an event type of a client of Cal.com's API v1", () => {
  it("is created with the fields that have an effect, and warnings about the others", async () => {
    const { status, json } = await post(DOCUMENTED);
    expect(status).toBe(200);
    expect(json["event_type"]).toMatchObject({
      ...{ slug: "hello-world", requiresConfirmation: true, minimumBookingNotice: 120, currency: "USD" },
      ...{ beforeEventBuffer: 5, afterEventBuffer: 10, bookingLimits: { PER_DAY: 3 } },
      ...{ locations: [{ value: "inPerson", optionValue: "" }], periodStartDate: "2023-02-15" },
      ...{ periodEndDate: "2023-02-15", periodCountCalendarDays: false },
    });
    expect(pointersIn(json, "warnings")).toEqual(
      [
        ...[
          "assignAllTeamMembers",
          "children",
          "customInputs",
          "disableGuests",
          "eventName",
          "hideCalendarNotes",
        ],
        ...["metadata", "onlyShowFirstAvailableSlot", "parentId", "position", "recurringEvent"],
        ...["seatsShowAttendees", "seatsShowAvailabilityCount", "successRedirectUrl", "timeZone"],
      ].map((name) => `#/${name}`),
    );
    expect(json["warnings"]).toContainEqual({
      pointer: "#/position",
      message: '"position" is ignored: event types are listed by id.',
    });
    expect(JSON.stringify(json["event_type"])).not.toContain("stripe");
  });

  it("has no warnings if every field has an effect", async () => {
    const { json } = await post({ title: "My Meeting", length: 30, currency: "Eur" });
    expect(Object.keys(json)).toEqual(["event_type", "message"]);
    expect(json["event_type"]).toMatchObject({ slug: "my-meeting", currency: "EUR" });
  });

  it("gets a slug from any text", async () => {
    const { json } = await post({ title: "x", slug: "My  First Meeting!", length: 30 });
    expect(json["event_type"]).toMatchObject({ slug: "my-first-meeting" });
  });

  it("has no locations that need a number or address of the attendee", async () => {
    const types = ["phone", "integrations:daily", "attendeeInPerson"].map((type) => ({ type }));
    const { json } = await post({ title: "Call", length: 30, locations: types });
    expect(json["event_type"]).toMatchObject({
      locations: [{ value: "integrations:daily", optionValue: "" }],
    });
    const { json: none } = await post({ title: "Call 2", length: 30, locations: [{ type: "phone" }] });
    expect(none["event_type"]).toMatchObject({ locations: [{ value: "link", optionValue: "" }] });
  });

  it("has the same response when the request is repeated", async () => {
    const key = { "Idempotency-Key": "once" };
    const first = await post({ title: "Once", length: 30, metadata: { a: 1 } }, key);
    const again = await post({ title: "Once", length: 30, metadata: { a: 1 } }, key);
    expect(again.headers["Idempotency-Replayed"]).toBe("true");
    expect(again.text).toBe(first.text);
    expect(pointersIn(again.json, "warnings")).toEqual(["#/metadata"]);
  });

  it("is changed in the same way, and has the entity tag of a read", async () => {
    const { json } = await post({ title: "Intro", length: 30 });
    const { id } = json["event_type"] as { id: number };
    const path = { id: String(id) };
    const changes = {
      length: 45,
      position: 3,
      userId: 1,
      currency: "gbp",
      locations: [{ type: "userPhone" }],
    };
    const changed = await invoke(update, { caller, path, body: changes });
    expect(changed.json["event_type"]).toMatchObject({
      ...{ length: 45, currency: "GBP", userId: caller.userId },
      locations: [{ value: "userPhone", optionValue: "" }],
    });
    expect(pointersIn(changed.json, "warnings")).toEqual(["#/position", "#/userId"]);
    expect((await invoke(get, { caller, path })).headers["ETag"]).toBe(changed.headers["ETag"]);
    const plain = await invoke(update, { caller, path, body: { length: 50 } });
    expect(Object.keys(plain.json)).toEqual(["event_type"]);
    expect((await invoke(update, { caller, path, body: { position: 1 } })).status).toBe(200);
  });

  it.each([
    ["2031-01-06T09:00:00Z", "2031-01-06"],
    ["2031-01-06T09:00:00+00:00", "2031-01-06"],
    ["2031-01-06T00:30:00+02:00", "2031-01-05"],
    ["2031-01-06T09:00:00", "2031-01-06"],
  ])("has the date in UTC of an instant: %s", async (sent, date) => {
    const fields = { periodType: "RANGE", periodStartDate: sent, periodEndDate: sent };
    const { json } = await post({ title: "x", length: 30, ...fields });
    expect(json["event_type"]).toMatchObject({ periodStartDate: date, periodEndDate: date });
  });

  it.each([
    ["#/colour", { colour: "red" }],
    ["#/currency", { currency: "us" }],
    ["#/currency", { currency: 5 }],
    ["#/length", { length: "half an hour", metadata: {} }],
    ["#/locations/0/value", { locations: [{ type: 5 }] }],
    ["#/locations/0/link", { locations: [{ value: "link", link: "https://example.com" }] }],
    ["#/locations", { locations: "link" }],
    ["#/periodStartDate", { periodStartDate: "2023-02-30T00:00:00Z" }],
    ["#/periodStartDate", { periodStartDate: "tomorrow" }],
    ["#/periodType", { periodType: "ROLLING_WINDOW" }],
    ["#/schedulingType", { schedulingType: "MANAGED" }],
    ["#/periodCountCalendarDays", { periodCountCalendarDays: "yes" }],
  ])("is rejected with an invalid %s: %j", async (pointer, fields) => {
    const { status, json } = await post({ title: "x", length: 30, ...fields });
    expect([status, pointersIn(json, "errors")]).toEqual([400, [pointer]]);
    expect(json).not.toHaveProperty("warnings");
  });
});
