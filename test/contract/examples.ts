import { createReservation } from "#lib/bookings/reservations/create.ts";
import { ReservationCreate } from "#lib/bookings/reservations/schema.ts";
import type { StoredSchedule } from "#lib/calendar/schedules/entity.ts";
import type { Caller } from "#lib/caller.ts";
import { type Delivery, DeliveryItem, deliveryId } from "#lib/delivery/deliveries/entity.ts";
import type { Webhook } from "#lib/delivery/subscriptions/schema.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { createDecideToken } from "#lib/mail/decide/links.ts";
import { expiryInDays, nowIso } from "#lib/platform/clock.ts";
import { put } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import {
  addAttendee,
  addReference,
  attendeeRequest,
  moveIntoPast,
  referenceRequest,
} from "#test/support/builders/booking-parts.ts";
import {
  ALL_HOURS,
  book,
  bookingRequest,
  makeEventType,
  makeHost,
  makeSchedule,
} from "#test/support/builders/builders.ts";
import { makeSentEmail } from "#test/support/builders/emails.ts";
import { pay } from "#test/support/builders/payment-builders.ts";
import { makeTeam, makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { exampleFeedUrl, feedOf, pushedOf, uncheckedFeedOf } from "./example-feed.ts";
import { leaveRoomForConnection, leaveRoomForReservation, leaveRoomForSchedule } from "./leave-room.ts";
import { OAUTH_EXAMPLES } from "./oauth-examples.ts";
import { type Example, parametersOf } from "./subject.ts";

const HOUR = 3_600_000;
const MORNING = { dateFrom: "2031-03-04T09:00:00Z", dateTo: "2031-03-04T12:00:00Z" };
let made = 0;
/** A free time of any host. */
const nextStart = (): string => new Date(Date.UTC(2031, 0, 1) + ++made * HOUR).toISOString();
/** A webhook for a trigger without events, so that nothing is sent. */
export const quietWebhook = () => ({
  subscriberUrl: `http://127.0.0.1:9/hook/${++made}`,
  eventTriggers: ["FORM_SUBMITTED"],
});
const idOf = ({ id }: { id: number | string }): { id: string } => ({ id: String(id) });

const bookedBy = async (host: Caller) =>
  book(host, await makeEventType(host), { start: nextStart(), ignoreAvailability: true });

/** Creates a webhook of a new event type, because the webhooks of a user without event types are limited. */
const webhookOf = async (host: Caller) =>
  makeWebhook(host, { ...quietWebhook(), eventTypeId: (await makeEventType(host)).id });
/** Creates a reservation of the host. */
async function reservationOf(host: Caller) {
  await openAtAllHours(host);
  await leaveRoomForReservation(host);
  const eventTypeId = (await makeEventType(host)).id;
  return createReservation(host, ReservationCreate.parse({ eventTypeId, start: nextStart() }));
}
/** Creates a default schedule that is always open, because earlier requests may have changed the default. */
async function openAtAllHours(host: Caller): Promise<void> {
  await leaveRoomForSchedule(host);
  await makeSchedule(host, { availability: ALL_HOURS, isDefault: true });
}
const scheduleOf = async (host: Caller): Promise<StoredSchedule> => {
  await leaveRoomForSchedule(host);
  return makeSchedule(host, { availability: ALL_HOURS });
};
/** The delivery of a test of a webhook, which has failed permanently, so that it stays as it is. */
export async function endedDelivery({ id: webhookId, userId }: Webhook): Promise<Delivery> {
  const createdAt = nowIso();
  const delivery: Delivery = {
    id: deliveryId(createdAt, webhookId),
    webhookId,
    createdAt,
    userId,
    teamId: null,
    trigger: "BOOKING_CREATED",
    event: null,
    payload: "{}",
    status: "failed",
    run: 1,
    attempts: [],
    attemptCount: 0,
    droppedAttempts: 0,
    nextAttemptAt: null,
    ttl: expiryInDays(1),
  };
  await writeOne(put(DeliveryItem, delivery));
  return delivery;
}
/** The path of a delivery. */
export const deliveryPath = ({ webhookId, id }: Delivery) => ({ id: webhookId, deliveryId: id });

/**
 * Examples by resource (the part of an endpoint's id before its dot) or by the whole id, which has precedence.
 * An endpoint without path parameters and body needs none.
 */
const EXAMPLES: Record<string, Example> = {
  ...OAUTH_EXAMPLES,
  "agents.mcp": { body: async () => ({ jsonrpc: "2.0", id: 1, method: "ping" }) },
  audit: { role: "ADMIN" },
  attendees: { path: async (host) => idOf(await addAttendee(host, await bookedBy(host))) },
  "attendees.create": { body: async (host) => attendeeRequest((await bookedBy(host)).id) },
  "attendees.update": { body: async () => ({ name: "Another name" }) },
  "booking-references": { path: async (host) => idOf(await addReference(host, await bookedBy(host))) },
  "booking-references.create": { body: async (host) => referenceRequest((await bookedBy(host)).id) },
  "booking-references.update": { body: async () => ({ meetingUrl: "https://video.example.com/another" }) },
  bookings: { path: async (host) => idOf(await bookedBy(host)) },
  "calendar-connections": { path: async (host) => idOf((await feedOf(host)).connection) },
  "calendar-connections.create": {
    body: async (host) => {
      await leaveRoomForConnection(host);
      return { type: "pushed", name: "Work" };
    },
  },
  "calendar-connections.update": { body: async () => ({ url: await exampleFeedUrl() }) },
  calendars: { path: async (host) => idOf((await feedOf(host)).calendar) },
  "calendars.sync": { path: async (host) => idOf(await uncheckedFeedOf(host)) },
  "calendars.update": { body: async () => ({ tentative: "free" }) },
  "calendars.put-busy": {
    path: async (host) => idOf(await pushedOf(host)),
    body: async () => ({
      ...{ from: "2031-03-04T00:00:00Z", to: "2031-03-05T00:00:00Z" },
      busy: [{ start: "2031-03-04T09:00:00Z", end: "2031-03-04T10:00:00Z" }],
    }),
  },
  "bookings.create": {
    body: async (host) => bookingRequest((await makeEventType(host)).id, { start: nextStart() }),
  },
  "bookings.emails.resend": {
    path: async (host) => {
      const booking = await bookedBy(host);
      return { ...idOf(booking), emailId: await makeSentEmail(booking) };
    },
    missing: { id: "999999999", emailId: `evt_0.${"0".repeat(22)}` },
  },
  "bookings.no-show": {
    path: async (host) => idOf(await moveIntoPast(await bookedBy(host))),
    body: async () => ({ host: true }),
  },
  "bookings.rating": {
    path: async (host) => idOf(await moveIntoPast(await bookedBy(host))),
    body: async () => ({ rating: 5 }),
  },
  "bookings.update": { body: async () => ({ title: "Another title" }) },
  decide: {
    path: async (host) => ({ token: await createDecideToken(await bookedBy(host)), decision: "accept" }),
  },
  "event-types": { path: async (host) => idOf(await makeEventType(host)) },
  "event-types.create": { body: async () => ({ title: `Lesson ${++made}`, length: 30 }) },
  "event-types.update": { body: async () => ({ title: "Another title" }) },
  memberships: { path: async (host) => ({ key: `${host.userId}_${await makeTeam(host, "MEMBER")}` }) },
  "memberships.create": {
    body: async (host) => ({ userId: (await makeHost()).userId, teamId: await makeTeam(host, "OWNER") }),
  },
  "memberships.update": { body: async () => ({ disableImpersonation: true }) },
  payments: { path: async (host) => idOf(await pay({ bookingId: (await bookedBy(host)).id })) },
  availabilities: {
    path: async (host) => ({ id: String((await scheduleOf(host)).entries[0]?.id) }),
  },
  "availabilities.create": {
    body: async (host) => ({
      scheduleId: (await scheduleOf(host)).id,
      days: [6],
      startTime: "10:00",
      endTime: "12:00",
    }),
  },
  "availabilities.update": { body: async () => ({ endTime: "16:30" }) },
  schedules: { path: async (host) => idOf(await scheduleOf(host)) },
  "schedules.create": {
    body: async (host) => {
      await leaveRoomForSchedule(host);
      return {
        name: "Summer",
        availability: ALL_HOURS,
        overrides: [{ date: "2049-03-04", slots: [{ start: "10:00", end: "12:00" }] }],
      };
    },
  },
  "schedules.update": { body: async () => ({ name: "Another name" }) },
  reservations: { path: async (host) => ({ uid: (await reservationOf(host)).uid }) },
  "reservations.create": {
    body: async (host) => {
      await openAtAllHours(host);
      await leaveRoomForReservation(host);
      return { eventTypeId: (await makeEventType(host)).id, start: nextStart() };
    },
  },
  "slots.list": {
    query: async (host) => ({
      ...{ startTime: "2031-03-04T09:00:00Z", endTime: "2031-03-05T09:00:00Z" },
      eventTypeId: String((await makeEventType(host)).id),
    }),
  },
  "availability.get": { query: async (host) => ({ ...MORNING, userId: String(host.userId) }) },
  teams: { path: async (host) => ({ id: String(await makeTeam(host, "MEMBER")) }) },
  "teams.availability": {
    path: async (host) => ({ id: String(await makeTeam(host, "OWNER")) }),
    query: async () => MORNING,
  },
  users: { path: async (host) => ({ id: String(host.userId) }) },
  "users.availability": { query: async () => MORNING },
  webhooks: { path: async (host) => idOf(await webhookOf(host)) },
  "webhooks.create": { body: async () => quietWebhook() },
  "webhooks.update": { body: async () => ({ active: false }) },
  "webhooks.deliveries.get": {
    path: async (host) => deliveryPath(await endedDelivery(await webhookOf(host))),
  },
  "webhooks.deliveries.resend": {
    path: async (host) => deliveryPath(await endedDelivery(await webhookOf(host))),
  },
  "webhooks.recover": { body: async () => ({ since: new Date().toISOString() }) },
  "webhooks.rotate-secret": { body: async () => ({ graceSeconds: 3_600 }) },
  "webhooks.test": { body: async () => ({ triggerEvent: "BOOKING_CREATED" }) },
};

/** Returns the example of an endpoint. Throws an error with the necessary parts if one is missing. */
export function exampleOf(spec: EndpointSpec): Example {
  const [resource = ""] = spec.id.split(".");
  const example = { ...EXAMPLES[resource], ...EXAMPLES[spec.id] };
  const file = "test/contract/examples.ts";
  if (parametersOf(spec).length > 0 && !example.path)
    throw new Error(
      `${spec.id}: add \`path\` to "${resource}" in ${file}, which creates one and returns its path parameters`,
    );
  if (spec.input.body && spec.protocol !== "page" && !example.body)
    throw new Error(`${spec.id}: add \`body\` to "${spec.id}" in ${file}, which creates a valid body`);
  return example;
}
