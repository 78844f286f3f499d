import * as z from "zod";
import {
  addReference,
  attendeeRequest,
  getStoredBooking,
  moveIntoPast,
  referenceRequest,
} from "#test/support/builders/booking-parts.ts";
import { book, bookingRequest, makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { makeOrganizationBooking } from "#test/support/builders/organizations.ts";
import { pay } from "#test/support/builders/payment-builders.ts";
import { makeTeam } from "#test/support/builders/webhook-builders.ts";
import type { Send } from "#test/support/calls/api-client.ts";
import { quietWebhook } from "./examples.ts";
import { HOST_EXERCISES } from "./host-exercises.ts";
import { MCP_EXERCISES } from "./mcp-exercises.ts";
import { useToken } from "./oauth-exercise.ts";
import { RESERVATION_EXERCISES } from "./reservation-exercises.ts";
import { SCHEDULE_EXERCISES } from "./schedule-exercises.ts";

const Made = z.object({ id: z.string() });
const MadeReference = z.object({ id: z.int() });
const MadeBooking = z.object({ id: z.int() });
const START = "2031-06-02T09:00:00Z";
const LISTS = [
  "/audit",
  "/attendees",
  "/booking-references",
  "/bookings",
  "/event-types",
  "/events",
  "/memberships",
  "/payments",
  "/schedules",
  "/teams",
  "/users",
  "/webhooks",
];

/**
 * What callers do that makes endpoints use the permissions their examples leave alone. `act` sends a request that must be
 * answered with 200.
 */
export const EXERCISES: { sentence: string; run: (act: Send) => Promise<void> }[] = [
  ...SCHEDULE_EXERCISES,
  ...HOST_EXERCISES,
  ...MCP_EXERCISES,
  ...RESERVATION_EXERCISES,
  {
    sentence: "an admin lists everything there is",
    run: async (act) => {
      const { key } = await makeUserWithKey("ADMIN");
      for (const path of LISTS) {
        await act({ method: "GET", path, key });
        await act({ method: "GET", path: `${path}?take=1&cursor=`, key });
      }
      await act({ method: "GET", path: "/audit?resource=user&resourceId=1", key });
    },
  },
  {
    sentence: "a host lists what hangs on a booking",
    run: async (act) => {
      const { caller, key } = await makeUserWithKey();
      const booking = await book(caller, await makeEventType(caller), { start: START });
      await addReference(caller, booking);
      await pay({ bookingId: booking.id });
      for (const path of ["/attendees", "/booking-references", "/payments"]) {
        await act({ method: "GET", path: `${path}?take=1&count=true`, key });
        await act({ method: "GET", path: `${path}?bookingId=${booking.id}`, key });
      }
    },
  },
  {
    sentence: "a host with a booking reads when they are busy",
    run: async (act) => {
      const { caller, key } = await makeUserWithKey();
      await book(caller, await makeEventType(caller), { start: START });
      const range = "dateFrom=2031-06-02&dateTo=2031-06-03";
      await act({ method: "GET", path: `/availability?userId=${caller.userId}&${range}`, key });
      await act({ method: "GET", path: `/users/me/availability?${range}`, key });
    },
  },
  {
    sentence: "the admin of an organization reads, changes and cancels a member's booking",
    run: async (act) => {
      const { admin, booking } = await makeOrganizationBooking();
      const path = `/bookings/${booking.id}`;
      await act({ method: "GET", path, key: admin.key });
      await act({ method: "PATCH", path, key: admin.key, body: { title: "Ours" } });
      await act({ method: "DELETE", path, key: admin.key });
    },
  },
  {
    sentence: "an admin adds to somebody's booking, and says who came and how it was",
    run: async (act) => {
      const [{ key }, { caller }] = [await makeUserWithKey("ADMIN"), await makeUserWithKey()];
      const booking = await book(caller, await makeEventType(caller), { start: START });
      const { email, ...attendee } = attendeeRequest(booking.id);
      await act({ method: "POST", path: "/attendees", key, body: { ...attendee, email } });
      const path = "/booking-references";
      const { json } = await act({ method: "POST", path, key, body: referenceRequest(booking.id) });
      await act({ method: "GET", path: `${path}/${MadeReference.parse(json["booking_reference"]).id}`, key });
      await moveIntoPast(await getStoredBooking(booking));
      const body = { attendees: [{ email, noShow: true }] };
      await act({ method: "POST", path: `/bookings/${booking.id}/no-show`, key, body });
      await act({ method: "POST", path: `/bookings/${booking.id}/rating`, key, body: { rating: 5 } });
    },
  },
  {
    sentence: "somebody else books what anyone may book",
    run: async (act) => {
      const [host, { key }] = [await makeUserWithKey(), await makeUserWithKey()];
      const { id } = await makeEventType(host.caller, { bookableBy: "anyone" });
      await act({ method: "POST", path: "/bookings", key, body: bookingRequest(id, { start: START }) });
    },
  },
  {
    sentence: "somebody lists the slots of what anyone may book",
    run: async (act) => {
      const [host, { key }] = [await makeUserWithKey(), await makeUserWithKey()];
      const { id } = await makeEventType(host.caller, { bookableBy: "anyone" });
      await act({ method: "GET", path: `/slots?start=${START}&end=2031-06-03&eventTypeId=${id}`, key });
    },
  },
  {
    sentence: "a booking of a series moves, another takes its place, and the rest is cancelled",
    run: async (act) => {
      const { caller, key } = await makeUserWithKey();
      const eventType = await makeEventType(caller);
      const series = { recurringEventId: "weekly" };
      const { id, uid } = await book(caller, eventType, { start: START, ...series });
      const later = { start: "2031-06-09T09:00:00Z", end: "2031-06-09T09:30:00Z" };
      await act({ method: "PATCH", path: `/bookings/${id}`, key, body: later });
      const body = bookingRequest(eventType.id, { start: START, rescheduleUid: uid, ...series });
      await act({ method: "POST", path: "/bookings", key, body });
      await act({
        method: "DELETE",
        path: `/bookings/${id}/cancel`,
        key,
        body: { allRemainingBookings: true },
      });
    },
  },
  {
    sentence: "a seat moves to another time, another booking takes its place, and is cancelled",
    run: async (act) => {
      const { caller, key } = await makeUserWithKey();
      const eventType = await makeEventType(caller, { seatsPerTimeSlot: 2 });
      const { id, uid } = await book(caller, eventType, { start: START });
      const later = { start: "2031-06-09T09:00:00Z", end: "2031-06-09T09:30:00Z" };
      await act({ method: "PATCH", path: `/bookings/${id}`, key, body: later });
      const body = bookingRequest(eventType.id, { start: START, rescheduleUid: uid });
      const { json } = await act({ method: "POST", path: "/bookings", key, body });
      await act({ method: "DELETE", path: `/bookings/${MadeBooking.parse(json).id}/cancel`, key });
    },
  },
  {
    sentence: "event types are made for a team, and move to it with another slug",
    run: async (act) => {
      const { caller, key } = await makeUserWithKey();
      const teamId = await makeTeam(caller, "OWNER");
      await act({ method: "POST", path: "/event-types", key, body: { title: "Ours", length: 30, teamId } });
      const { id } = await makeEventType(caller);
      await act({ method: "PATCH", path: `/event-types/${id}`, key, body: { slug: "moved", teamId } });
      await act({ method: "GET", path: `/teams/${teamId}/event-types?take=1&cursor=`, key });
    },
  },
  {
    sentence: "the owner of a team lists its members",
    run: async (act) => {
      const { caller, key } = await makeUserWithKey();
      const teamId = await makeTeam(caller, "OWNER");
      await act({ method: "GET", path: `/memberships?teamId=${teamId}`, key });
    },
  },
  {
    sentence: "an admin joins an organization, rises and goes",
    run: async (act) => {
      const { organization, admin } = await makeOrganizationBooking();
      const { key } = await makeUserWithKey("ADMIN");
      const { userId } = (await makeUserWithKey()).caller;
      const teamId = organization.id;
      const place = { userId, teamId, role: "ADMIN", accepted: true };
      await act({ method: "POST", path: "/memberships", key, body: place });
      const path = `/memberships/${userId}_${teamId}`;
      await act({ method: "PATCH", path, key: admin.key, body: { role: "MEMBER" } });
      await act({ method: "PATCH", path, key: admin.key, body: { role: "ADMIN" } });
      await act({ method: "DELETE", path, key: admin.key });
    },
  },
  {
    sentence:
      "a webhook moves from an event type to its team, with another secret, and is listed with the team's",
    run: async (act) => {
      const { caller, key } = await makeUserWithKey();
      const [{ id: eventTypeId }, teamId] = [await makeEventType(caller), await makeTeam(caller, "OWNER")];
      const body = { ...quietWebhook(), eventTypeId };
      const { json } = await act({ method: "POST", path: "/webhooks", key, body });
      const { id } = Made.parse(json["webhook"]);
      const change = { eventTypeId: null, teamId, secret: "another secret" };
      await act({ method: "PATCH", path: `/webhooks/${id}`, key, body: change });
      await act({ method: "GET", path: "/webhooks", key });
    },
  },
  {
    sentence: "a webhook is tested twice, and its log read in pages",
    run: async (act) => {
      const { key } = await makeUserWithKey();
      const { json } = await act({ method: "POST", path: "/webhooks", key, body: quietWebhook() });
      const path = `/webhooks/${Made.parse(json["webhook"]).id}`;
      for (const triggerEvent of ["BOOKING_CREATED", "BOOKING_CANCELLED"])
        await act({ method: "POST", path: `${path}/test`, key, body: { triggerEvent } });
      await act({ method: "GET", path: `${path}/deliveries?take=1&cursor=`, key });
    },
  },
  { sentence: "an application gets, uses, asks about and gives back a token", run: useToken },
];
