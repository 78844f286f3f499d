import { expect, it } from "vitest";
import { book, bookingRequest, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const START = "2040-03-06T09:00:00Z";
const RANGE = { startTime: ["2040-03-05"], endTime: ["2040-03-06"] };
const ATTENDEE = { email: "ann@example.com", name: "Ann", timeZone: "UTC" };
const HOURS = { days: [1], startTime: "09:00", endTime: "10:00" };

it("an error names the field with the id of a resource that is missing, or that the caller can't access", async () => {
  const [host, other] = [await makeHost(), await makeHost()];
  const { id: own } = await makeEventType(host);
  const foreign = await makeEventType(other);
  const { id: bookingId, uid } = await book(other, foreign, { start: START });
  const request = (eventTypeId: number, fields: object) =>
    bookingRequest(eventTypeId, { start: START, ...fields });
  for (const [id, pointer, parts] of [
    ["bookings.create", "#/eventTypeId", { body: request(foreign.id, {}) }],
    ["bookings.create", "#/eventTypeId", { body: request(99_999, {}) }],
    ["bookings.create", "#/rescheduleUid", { body: request(own, { rescheduleUid: uid }) }],
    ["bookings.create", "#/reservationUid", { body: request(own, { reservationUid: "none" }) }],
    ["reservations.create", "#/eventTypeId", { body: { eventTypeId: foreign.id, start: START } }],
    ["slots.list", "#/query/eventTypeId", { query: { ...RANGE, eventTypeId: [String(foreign.id)] } }],
    [
      "slots.list",
      "#/query/eventTypeSlug",
      { query: { ...RANGE, username: ["none"], eventTypeSlug: ["none"] } },
    ],
    [
      "slots.list",
      "#/query/rescheduleUid",
      { query: { ...RANGE, eventTypeId: [String(own)], rescheduleUid: [uid] } },
    ],
    ["attendees.create", "#/bookingId", { body: { ...ATTENDEE, bookingId } }],
    ["booking-references.create", "#/bookingId", { body: { bookingId, type: "daily_video", uid: "1" } }],
    ["availabilities.create", "#/scheduleId", { body: { ...HOURS, scheduleId: 99_999 } }],
  ] as const)
    expect(await callEndpoint(id, host, parts), `${id} ${pointer}`).toMatchObject({
      status: 404,
      json: { code: "not_found", errors: [{ pointer, code: "invalid" }] },
    });
});
