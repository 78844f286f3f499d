import { ReferenceCreate } from "#lib/bookings/booking-references/schema.ts";
import { createReference } from "#lib/bookings/booking-references/writes.ts";
import { BookingCreate } from "#lib/bookings/create-schema.ts";
import { EventTypeCreate } from "#lib/calendar/event-types/input.ts";
import { slugFrom } from "#lib/calendar/event-types/slug.ts";
import { readCalendars } from "#lib/calendar/external/change-calendars.ts";
import { ScheduleCreate } from "#lib/calendar/schedules/input.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { DeliveryItem, newDelivery } from "#lib/delivery/deliveries/entity.ts";
import { WebhookCreate } from "#lib/delivery/subscriptions/input.ts";
import { ApiKeyCreate } from "#lib/identity/api-keys/schema.ts";
import { createUser } from "#lib/identity/users/create.ts";
import { UserCreate } from "#lib/identity/users/input.ts";
import { EventItem, isPublicEvent } from "#lib/storage/outbox/entity.ts";
import { put } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { calendarOf, eventOf } from "#test/lib/calendar/external/calendars.ts";
import { ALL_HOURS, book, makeEventType, makeKey, makeSchedule } from "#test/support/builders/builders.ts";
import { makeClient, makeTokens } from "#test/support/builders/oauth.ts";
import { pay } from "#test/support/builders/payment-builders.ts";
import { addMember, makeTeam } from "#test/support/builders/teams.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { bookingLine } from "#test/support/command-line/export-lines.ts";
import { importLines } from "#test/support/command-line/import-lines.ts";
import { startCalendarStub } from "#test/support/network/calendar-stub.ts";
import { withTextEverywhere } from "./text-everywhere.ts";

export const EMAIL = "Zoe.o'Hara+cal@Example.org";
/** The email address with which the person booked, before it was corrected. */
export const OLD_EMAIL = "zo@example.org";
const FIRST = "Zoë";
const LAST = 'Ó "Z" Hara-Quist';
const NAME = `${FIRST} ${LAST}`;
/** Personal data of this person. */
export const WORDS = {
  email: EMAIL,
  old: OLD_EMAIL,
  before: "zoe.before@example.net",
  name: NAME,
  last: "Hara-Quist",
  maiden: "Zoë Oldname",
  nameSlug: slugFrom(NAME),
  emailSlug: slugFrom(EMAIL),
  username: "zoehq",
  phone: "+41790001234",
  address: "Elmstreet 77",
  knee: "My knee hurts",
  card: "card ending 4242",
  note: "key of my laptop",
  ward: "Night shifts of ward 7",
  calendarUser: "quist77",
  calendarPath: "/home-of-zhq/",
} as const;

/** Stores a delivery of the latest event of a booking, whose subscriber responds with personal data. */
async function deliver(host: Caller, bookingId: number, webhookId: string): Promise<void> {
  const events = await queryAll(EventItem, { userId: host.userId });
  const event = events.filter(isPublicEvent).findLast((each) => each.bookingId === bookingId);
  if (!event) throw new Error("The booking has no event.");
  const answer = `unknown: ${EMAIL}, phone ${WORDS.phone}`;
  const url = `https://hooks.example.com/?key=${webhookId}`;
  const attempt = { at: event.createdAt, kind: "scheduled", url, status: 500, error: null, answer, ms: 1 };
  const delivery = newDelivery(event, { webhookId, userId: host.userId });
  await writeOne(put(DeliveryItem, DeliveryItem.schema.parse({ ...delivery, attempts: [attempt] })));
}

/** Creates two bookings of the person with a host, in a series, and payments. */
export async function bookSeries(host: Caller): Promise<number[]> {
  const eventType = await makeEventType(host, { title: "Therapy" });
  const responses = {
    name: NAME,
    email: OLD_EMAIL,
    notes: WORDS.knee,
    smsReminderNumber: WORDS.phone,
    location: { value: "attendeeInPerson", optionValue: WORDS.address },
  };
  const metadata = { link: `https://app.example.com/?who=${encodeURIComponent(OLD_EMAIL)}` };
  const recurringEventId = `weekly ${OLD_EMAIL} ${slugFrom(NAME)}`;
  const ids: number[] = [];
  for (const day of ["01", "08"]) {
    const start = `2031-04-${day}T09:00:00Z`;
    const text = `${NAME} ${OLD_EMAIL} ${day}`;
    const only = { eventTypeId: eventType.id, rescheduleUid: undefined, reservationUid: undefined };
    const request = { ...only, start, metadata, recurringEventId, responses };
    const { id } = await book(host, eventType, {
      ...withTextEverywhere(BookingCreate, text, request),
      start,
    });
    ids.push(id);
  }
  for (const bookingId of ids)
    await pay({ bookingId, success: true, data: { billing: { name: "Z. H.", card: WORDS.card } } });
  await deliver(host, ids[0] ?? 0, "wh_of_host");
  return ids;
}

/** Connects calendars of the person, each with an idempotency key, changes one, and disconnects another. */
async function connectCalendars(user: Caller): Promise<void> {
  const { calendarUser: username, calendarPath } = WORDS;
  const stub = await startCalendarStub(calendarOf(eventOf()));
  Object.assign(stub, { username, calendars: [calendarPath] });
  const send = async (
    endpoint: string,
    request: Parameters<typeof callEndpoint>[2],
    key: string,
  ): Promise<void> => {
    const headers = { "Content-Type": "application/json", "Idempotency-Key": key };
    const { status, json } = await callEndpoint(endpoint, user, { ...request, headers });
    if (status !== 200) throw new Error(`${endpoint}: ${JSON.stringify(json)}`);
  };
  const create = "calendar-connections.create";
  await send(create, { body: { type: "pushed", name: WORDS.ward } }, "pushed");
  const account = { type: "caldav", url: stub.url, username, password: stub.password };
  for (const key of ["first", "second"]) await send(create, { body: account }, key);
  const { calendars } = await readCalendars(user.userId);
  const [pushed, , last] = calendars;
  await send("calendars.update", { path: { id: String(pushed?.id) }, body: { tentative: "free" } }, "update");
  const busy = [{ start: "2031-03-04T09:00:00Z", end: "2031-03-04T10:00:00Z" }];
  const day = { from: "2031-03-04T00:00:00Z", to: "2031-03-05T00:00:00Z", busy };
  await send("calendars.put-busy", { path: { id: String(pushed?.id) }, body: day }, "busy");
  await send("calendar-connections.delete", { path: { id: String(last?.connectionId) } }, "delete");
}

/** Creates the person as a user: host, member, with a key, a webhook and an application, and with an earlier email address. */
export async function makeUser(): Promise<Caller> {
  const input = { email: EMAIL, name: NAME, username: WORDS.username, password: "a long enough password" };
  const { id: userId } = await createUser(OPERATOR, UserCreate.parse(input));
  const user: Caller = { userId, role: "USER", scopes: "all", credentialId: "key-1" };
  await addMember(await makeTeam({ isOrganization: true }), user, { role: "OWNER" });
  await addMember(await makeTeam(), user);
  const text = `${NAME} ${EMAIL}`;
  await makeKey(user, { note: WORDS.note });
  await makeKey(user, withTextEverywhere(ApiKeyCreate, text, {}));
  await makeSchedule(user, withTextEverywhere(ScheduleCreate, text, { availability: ALL_HOURS }));
  await makeTokens(user, await makeClient());
  const subscriber = {
    subscriberUrl: `https://hooks.example.com/${encodeURIComponent(EMAIL)}`,
    eventTriggers: ["BOOKING_CREATED"],
    secret: undefined,
  };
  const webhook = await makeWebhook(user, withTextEverywhere(WebhookCreate, text, subscriber));
  const fields = { title: `Tea with ${NAME}`, slug: slugFrom(`Tea with ${text}`), length: 30 };
  const eventType = await makeEventType(user, withTextEverywhere(EventTypeCreate, text, fields));
  const ofClient = { recurringEventId: text, idempotencyKey: text };
  const { id } = await book(user, eventType, { start: "2031-05-01T09:00:00Z", ...ofClient });
  const reference = { bookingId: id, type: "video", uid: "meeting" };
  await createReference(user, ReferenceCreate.parse(withTextEverywhere(ReferenceCreate, text, reference)));
  await deliver(user, id, webhook.id);
  await connectCalendars(user);
  const start = Date.UTC(2020, 0, 1);
  const line = bookingLine({ id: 90_000, userId, eventTypeId: eventType.id, start });
  await importLines([{ ...line, userPrimaryEmail: WORDS.before }]);
  return user;
}
