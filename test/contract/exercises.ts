import * as z from "zod";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import {
  addReference,
  attendeeRequest,
  getStoredBooking,
  moveIntoPast,
  referenceRequest,
} from "#test/support/builders/booking-parts.ts";
import { book, bookingRequest, makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { makeSentEmail } from "#test/support/builders/emails.ts";
import { makeOrganizationBooking } from "#test/support/builders/organizations.ts";
import { pay } from "#test/support/builders/payment-builders.ts";
import { makeTeam } from "#test/support/builders/webhook-builders.ts";
import type { Send } from "#test/support/calls/api-client.ts";
import { CALENDAR_EXERCISES } from "./calendar-exercises.ts";
import { FEED_EXERCISES } from "./feed-exercises.ts";
import { HOST_EXERCISES } from "./host-exercises.ts";
import { MCP_EXERCISES } from "./mcp-exercises.ts";
import { useToken } from "./oauth-exercise.ts";
import { RESERVATION_EXERCISES } from "./reservation-exercises.ts";
import { SCHEDULE_EXERCISES } from "./schedule-exercises.ts";
import { WEBHOOK_EXERCISES } from "./webhook-exercises.ts";

const WithId = z.object({ id: z.int() });
const START = "2031-06-02T09:00:00Z";
const LISTS = [
  "/audit",
  "/attendees",
  "/booking-references",
  "/bookings",
  "/calendar-connections",
  "/calendars",
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
 * Calls that use permissions of endpoints which the examples don't use. `act` sends a request and requires the status
 * 200.
 */
export const EXERCISES: { sentence: string; run: (act: Send) => Promise<void> }[] = [
  ...SCHEDULE_EXERCISES,
  ...CALENDAR_EXERCISES,
  ...FEED_EXERCISES,
  ...HOST_EXERCISES,
  ...MCP_EXERCISES,
  ...RESERVATION_EXERCISES,
  {
    sentence: "an admin reads all lists",
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
    sentence: "a host lists the children of a booking",
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
    sentence: "a host with a booking reads their busy times",
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
    sentence: "an admin adds to another user's booking, marks no-shows and rates it",
    run: async (act) => {
      const [{ key }, { caller }] = [await makeUserWithKey("ADMIN"), await makeUserWithKey()];
      const booking = await book(caller, await makeEventType(caller), { start: START });
      const { email, ...attendee } = attendeeRequest(booking.id);
      await act({ method: "POST", path: "/attendees", key, body: { ...attendee, email } });
      const path = "/booking-references";
      const { json } = await act({ method: "POST", path, key, body: referenceRequest(booking.id) });
      await act({ method: "GET", path: `${path}/${WithId.parse(json["booking_reference"]).id}`, key });
      await moveIntoPast(await getStoredBooking(booking));
      const body = { attendees: [{ email, noShow: true }] };
      await act({ method: "POST", path: `/bookings/${booking.id}/no-show`, key, body });
      await act({ method: "POST", path: `/bookings/${booking.id}/rating`, key, body: { rating: 5 } });
    },
  },
  {
    sentence: "an admin removes an attendee with a seat",
    run: async (act) => {
      const [{ key }, { caller }] = [await makeUserWithKey("ADMIN"), await makeUserWithKey()];
      const eventType = await makeEventType(caller, { seatsPerTimeSlot: 2 });
      const booking = await book(caller, eventType, { start: START });
      await act({ method: "DELETE", path: `/attendees/${booking.attendees[0]?.id}`, key });
    },
  },
  {
    sentence: "a host and an admin list and resend the mails about a booking",
    run: async (act) => {
      const [admin, host] = [await makeUserWithKey("ADMIN"), await makeUserWithKey()];
      for (const { key } of [admin, host]) {
        const booking = await book(host.caller, await makeEventType(host.caller), { start: START });
        const emailId = await makeSentEmail(booking);
        await makeSentEmail(booking, "host");
        await act({ method: "GET", path: `/bookings/${booking.id}/emails?take=1&cursor=`, key });
        await act({ method: "POST", path: `/bookings/${booking.uid}/emails/${emailId}/resend`, key });
        await cancelBooking(host.caller, booking, {});
      }
    },
  },
  {
    sentence: "a user books an event type that anyone can book",
    run: async (act) => {
      const [host, { key }] = [await makeUserWithKey(), await makeUserWithKey()];
      const { id } = await makeEventType(host.caller, { bookableBy: "anyone" });
      await act({ method: "POST", path: "/bookings", key, body: bookingRequest(id, { start: START }) });
    },
  },
  {
    sentence: "a user lists the slots of an event type that anyone can book",
    run: async (act) => {
      const [host, { key }] = [await makeUserWithKey(), await makeUserWithKey()];
      const { id } = await makeEventType(host.caller, { bookableBy: "anyone" });
      await act({ method: "GET", path: `/slots?start=${START}&end=2031-06-03&eventTypeId=${id}`, key });
    },
  },
  {
    sentence: "a booking of a series is moved and rescheduled, and the rest is cancelled",
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
    sentence: "a booking with a seat is moved, rescheduled and cancelled",
    run: async (act) => {
      const { caller, key } = await makeUserWithKey();
      const eventType = await makeEventType(caller, { seatsPerTimeSlot: 2 });
      const { id, uid } = await book(caller, eventType, { start: START });
      const later = { start: "2031-06-09T09:00:00Z", end: "2031-06-09T09:30:00Z" };
      await act({ method: "PATCH", path: `/bookings/${id}`, key, body: later });
      const body = bookingRequest(eventType.id, { start: START, rescheduleUid: uid });
      const { json } = await act({ method: "POST", path: "/bookings", key, body });
      await act({ method: "DELETE", path: `/bookings/${WithId.parse(json).id}/cancel`, key });
    },
  },
  {
    sentence: "event types are created for a team, and moved to it with another slug",
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
    sentence: "an admin of an organization is added, changed and removed",
    run: async (act) => {
      const { organization, admin } = await makeOrganizationBooking();
      const { key } = await makeUserWithKey("ADMIN");
      const { userId } = (await makeUserWithKey()).caller;
      const teamId = organization.id;
      const membership = { userId, teamId, role: "ADMIN", accepted: true };
      await act({ method: "POST", path: "/memberships", key, body: membership });
      const path = `/memberships/${userId}_${teamId}`;
      await act({ method: "PATCH", path, key: admin.key, body: { role: "MEMBER" } });
      await act({ method: "PATCH", path, key: admin.key, body: { role: "ADMIN" } });
      await act({ method: "DELETE", path, key: admin.key });
    },
  },
  ...WEBHOOK_EXERCISES,
  { sentence: "an application gets, uses, introspects and revokes a token", run: useToken },
];
