import { vi } from "vitest";
import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { present } from "#lib/storage/table/condition.ts";
import { put } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { authorizeApp } from "#test/support/builders/authorized-app.ts";
import { addAttendee, addReference } from "#test/support/builders/booking-parts.ts";
import { bookingRequest, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { pay } from "#test/support/builders/payment-builders.ts";
import { addMember, makeTeam } from "#test/support/builders/teams.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import type { SpecResource } from "./spec-fields.ts";

type Json = Record<string, unknown>;
const WithId = z.looseObject({ id: z.union([z.int(), z.string()]) });

/** The endpoints that return a resource, and its names in their responses. */
const ENDPOINTS: Record<SpecResource, { folder: string; one: string; many: string }> = {
  Booking: { folder: "bookings", one: "booking", many: "bookings" },
  BookingReference: {
    folder: "booking-references",
    one: "booking_reference",
    many: "booking_references",
  },
  Attendee: { folder: "attendees", one: "attendee", many: "attendees" },
  Payment: { folder: "payments", one: "payment", many: "payments" },
  Membership: { folder: "memberships", one: "membership", many: "memberships" },
  Me: { folder: "me", one: "user", many: "users" },
  Webhook: { folder: "webhooks", one: "webhook", many: "webhooks" },
};

const START = Date.UTC(2031, 5, 2, 9);
const HOUR = 3_600_000;

/** Calls an endpoint, requires status 200, and returns the value under a name. */
async function callFor(
  [id, name]: readonly [id: string, name: string],
  caller: Caller,
  parts: Json = {},
): Promise<z.output<typeof WithId>> {
  const { status, json, text } = await callEndpoint(id, caller, parts);
  if (status !== 200) throw new Error(`${id}: ${text}`);
  return WithId.parse(json[name]);
}

/** Creates resources of every kind, with every field that a caller can set, and returns their owner. */
export async function makeEverything(): Promise<Caller> {
  const host = await makeHost();
  await fillProfile(host);
  const team = await makeTeam({ slug: "everything" });
  await addMember(team, host, { role: "ADMIN" });
  await makeBookings(host);
  const eventType = await makeEventType(host);
  const app = await authorizeApp(host, ["WRITE_WEBHOOK"]);
  for (const [caller, target] of [
    [app.caller, { eventTypeId: eventType.id }],
    [host, { teamId: team.id }],
  ] as const)
    await callFor(["webhooks.create", "webhook"], caller, {
      body: {
        subscriberUrl: "https://example.com/hook",
        eventTriggers: ["BOOKING_CREATED"],
        payloadTemplate: "{{title}}",
        ...target,
      },
    });
  return host;
}

const PROFILE = {
  emailVerified: "2026-01-02T00:00:00.000Z",
  bio: "Hosts everything",
  avatar: "https://example.com/avatar.png",
  appTheme: "dark",
  theme: "light",
  defaultScheduleId: 1,
  brandColor: "#112233",
  darkBrandColor: "#445566",
  invitedTo: 1,
};

async function fillProfile({ userId }: Caller): Promise<void> {
  const user = await findItem(UserItem, { id: userId });
  if (!user) throw new Error("User not found.");
  await writeOne(put(UserItem, { ...user, ...PROFILE }, { if: present("pk") }));
}

/** Creates a booking with all children, and bookings in each state that sets a field. */
async function makeBookings(host: Caller): Promise<void> {
  const { id } = await makeEventType(host, { seatsPerTimeSlot: 9, price: 5000, description: "Seats" });
  const create = async (at: number, more: Json = {}) => {
    const start = new Date(START + at * HOUR).toISOString();
    return callFor(["bookings.create", "booking"], host, { body: bookingRequest(id, { start, ...more }) });
  };
  const pathTo = async (at: number) => ({ path: { id: String((await create(at)).id) } });
  await addChildren(host, { id: Number((await create(1, FULL_REQUEST)).id) });
  await create(3, { rescheduleUid: (await create(2))["uid"] });
  const cancelled = { ...(await pathTo(4)), body: { cancellationReason: "Ill" } };
  await callFor(["bookings.cancel", "booking"], host, cancelled);
  const rejected = { ...(await pathTo(5)), body: { status: "REJECTED", rejectionReason: "No room" } };
  await callFor(["bookings.update", "booking"], host, rejected);
  const rated = { ...(await pathTo(6)), body: { rating: 5, ratingFeedback: "Fine" } };
  vi.useFakeTimers({ toFake: ["Date"], now: START + 9 * HOUR });
  await callFor(["bookings.rating", "booking"], host, rated);
  vi.useRealTimers();
}

const FULL_REQUEST = {
  description: "Everything",
  metadata: { color: "red" },
  recurringEventId: "weekly",
  responses: {
    name: "Ann Booker",
    email: "ann@example.com",
    smsReminderNumber: "+41440000000",
    location: { value: "link", optionValue: "" },
  },
};

/** Adds an attendee, a payment, a reference and a deleted one to a booking. */
async function addChildren(host: Caller, booking: { id: number }): Promise<void> {
  await addAttendee(host, booking);
  await pay({ bookingId: booking.id, success: true, appId: "stripe", data: { brand: "visa" } });
  const fields = {
    meetingId: "m",
    meetingPassword: "p",
    meetingUrl: "https://video.example.com/m",
    thirdPartyRecurringEventId: "r",
    externalCalendarId: "c",
    credentialId: 1,
  };
  await addReference(host, booking, fields);
  const { id } = await addReference(host, booking, fields);
  const path = { id: String(id) };
  await callFor(["booking-references.delete", "booking_reference"], host, { path });
}

/** The response schemas of a resource in an endpoint, single or in a list; none if it is an endpoint of another resource. */
export function schemasOf(resource: SpecResource, { id, response }: EndpointSpec): z.ZodObject[] {
  const { folder, one, many } = ENDPOINTS[resource];
  if (!id.startsWith(`${folder}.`)) return [];
  const shape: Json = response instanceof z.ZodObject ? response.shape : {};
  const list = shape[many];
  const found = [shape[one], list instanceof z.ZodArray ? list.element : undefined];
  return found.filter((schema) => schema instanceof z.ZodObject);
}

/** The resources that a caller gets: the elements of the list, and each of them alone. */
export async function readResources(
  resource: SpecResource,
  caller: Caller,
): Promise<{ listed: Json[]; single: Json[] }> {
  const { folder, one, many } = ENDPOINTS[resource];
  if (resource === "Me") return { listed: [], single: [await callFor([`${folder}.get`, one], caller)] };
  const { json } = await callEndpoint(`${folder}.list`, caller);
  const listed = z.array(WithId).parse(json[many]);
  const pathTo = ({ id, userId, teamId }: Json): Record<string, string> =>
    resource === "Membership" ? { key: `${userId}_${teamId}` } : { id: String(id) };
  const single = listed.map((item) => callFor([`${folder}.get`, one], caller, { path: pathTo(item) }));
  return { listed, single: await Promise.all(single) };
}
