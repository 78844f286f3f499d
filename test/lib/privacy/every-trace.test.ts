import { beforeEach, describe, expect, it } from "vitest";
import { type Caller, OPERATOR } from "#lib/access/caller.ts";
import { findBooking } from "#lib/access/find-booking.ts";
import { updateAttendee } from "#lib/attendees/update.ts";
import { EventItem } from "#lib/events/entity.ts";
import { erasePerson } from "#lib/privacy/erase.ts";
import { exportPerson } from "#lib/privacy/export.ts";
import { put } from "#lib/table/operations.ts";
import { queryAll } from "#lib/table/read.ts";
import { write } from "#lib/table/write.ts";
import { createUser } from "#lib/users/create.ts";
import { UserCreate } from "#lib/users/input.ts";
import { DeliveryItem, newDelivery } from "#lib/webhooks/delivery.ts";
import { book, makeEventType, makeHost, makeKey } from "#test/support/builders.ts";
import { callEndpoint } from "#test/support/call-endpoint.ts";
import { bookingLine } from "#test/support/export-lines.ts";
import { importLines } from "#test/support/import-lines.ts";
import { captureLines } from "#test/support/invoke.ts";
import { useLocalTable } from "#test/support/local-table.ts";
import { makeClient, makeTokens } from "#test/support/oauth.ts";
import { pay } from "#test/support/payment-builders.ts";
import { scanTable } from "#test/support/scan-table.ts";
import { join, makeTeam } from "#test/support/teams.ts";
import { tracesOf } from "#test/support/traces-of.ts";
import { makeWebhook } from "#test/support/webhook-builders.ts";

useLocalTable();
beforeEach(() => {
  captureLines();
});

const MAY_CANCEL = { isDryRun: false, mayCancel: true };
const EMAIL = "Zoe.o'Hara+cal@Example.org";
const FIRST = "Zoë";
const LAST = 'Ó "Z" Hara-Quist';
const NAME = `${FIRST} ${LAST}`;
/** All that only this person says or is called. */
const WORDS = {
  email: EMAIL,
  before: "zoe.before@example.net",
  name: NAME,
  last: "Hara-Quist",
  maiden: "Zoë Oldname",
  username: "zoehq",
  phone: "+41790001234",
  address: "Elmstreet 77",
  knee: "My knee hurts",
  card: "card ending 4242",
  note: "key of my laptop",
  bio: "I love hats",
} as const;

/** Leaves a delivery of the latest event of a booking, whose subscriber echoes what it got. */
async function deliver(host: Caller, bookingId: number, webhookId: string): Promise<void> {
  const events = await queryAll(EventItem, { userId: host.userId });
  const event = events.findLast((each) => each.bookingId === bookingId);
  if (!event) throw new Error("no event");
  const answer = `<p>no ${FIRST} &#214;, ${encodeURIComponent(EMAIL)}, phone ${WORDS.phone}</p>`;
  const url = `https://hooks.example.com/?for=${encodeURIComponent(EMAIL)}`;
  const attempt = { at: event.createdAt, kind: "scheduled", url, status: 500, error: null, answer, ms: 1 };
  const delivery = newDelivery(event, { webhookId, userId: host.userId });
  await write(put(DeliveryItem, DeliveryItem.schema.parse({ ...delivery, attempts: [attempt] })));
}

/** Lets the person book with a host twice, in a series, and pay. */
async function bookSeries(host: Caller): Promise<number[]> {
  const eventType = await makeEventType(host, { title: "Therapy" });
  const responses = {
    name: NAME,
    email: EMAIL,
    notes: WORDS.knee,
    smsReminderNumber: WORDS.phone,
    location: { value: "attendeeInPerson", optionValue: WORDS.address },
  };
  const metadata = {
    [EMAIL.toLowerCase()]: 1,
    link: `https://app.example.com/?who=${encodeURIComponent(EMAIL)}&name=${encodeURIComponent(NAME)}`,
    json: JSON.stringify({ text: JSON.stringify({ by: NAME, mail: EMAIL }) }),
    token: Buffer.from(JSON.stringify({ sub: EMAIL })).toString("base64url"),
    html: `<a href="mailto:${EMAIL.replace("'", "&#39;")}">${NAME.replaceAll('"', "&quot;")}</a>`,
  };
  const ids: number[] = [];
  for (const day of ["01", "08"]) {
    const start = `2031-04-${day}T09:00:00Z`;
    const fields = { start, responses, metadata, recurringEventId: "weekly" };
    ids.push((await book(host, eventType, fields)).id);
  }
  for (const bookingId of ids)
    await pay({ bookingId, success: true, data: { billing: { name: "Z. H.", card: WORDS.card } } });
  await deliver(host, ids[0] ?? 0, "wh_of_host");
  return ids;
}

/** The same person as a user: host, member, with a key, a webhook and an application, and with another address before. */
async function makeUser(): Promise<Caller> {
  const input = { email: EMAIL, name: NAME, username: WORDS.username, password: "a long enough password" };
  const { id: userId } = await createUser(OPERATOR, UserCreate.parse(input));
  const user: Caller = { userId, role: "USER", scopes: "all", credentialId: "key-1" };
  await join(await makeTeam({ isOrganization: true }), user, { role: "OWNER" });
  await join(await makeTeam(), user);
  await makeKey(user, { note: WORDS.note });
  await makeTokens(user, await makeClient());
  const webhook = await makeWebhook(user, {
    subscriberUrl: `https://hooks.example.com/${encodeURIComponent(EMAIL)}`,
  });
  const eventType = await makeEventType(user, { title: `Tea with ${NAME}` });
  const { id } = await book(user, eventType, { start: "2031-05-01T09:00:00Z" });
  await deliver(user, id, webhook.id);
  const start = Date.UTC(2020, 0, 1);
  const line = bookingLine({ id: 90_000, userId, eventTypeId: eventType.id, start });
  const { refusals } = await importLines([{ ...line, userPrimaryEmail: WORDS.before }]);
  expect(refusals).toEqual([]);
  return user;
}

describe("a person who is host, attendee, booker, member, payer and owner of keys", () => {
  it("gets all of it, and leaves no trace in any item", async () => {
    const [host, user] = [await makeHost(), await makeUser()];
    const [first = 0, second = 0] = await bookSeries(host);
    const guest = (await findBooking(host, second)).attendees[0]?.id ?? 0;
    await updateAttendee(host, { id: guest }, { name: WORDS.maiden });
    const { items } = await exportPerson(OPERATOR, EMAIL);
    expect(Object.keys(items)).toEqual(
      expect.arrayContaining(["user", "booking", "attendee", "payment", "webhook", "grant", "api-key"]),
    );
    const told = JSON.stringify(items);
    for (const word of [WORDS.knee, WORDS.card, WORDS.note]) expect(told).toContain(word);
    const before = await tracesOf(Object.values(WORDS));
    for (const word of [WORDS.email, WORDS.name, WORDS.last, WORDS.maiden, WORDS.before, WORDS.username])
      expect(
        before.some((trace) => trace.endsWith(word)),
        word,
      ).toBe(true);

    const receipt = await erasePerson(OPERATOR, EMAIL, MAY_CANCEL);
    expect(await tracesOf(Object.values(WORDS))).toEqual([]);
    expect(await tracesOf([FIRST])).toEqual([]);
    expect(receipt).toMatchObject({ isUser: true, cancelledBookings: 1 });
    const kinds = new Set((await scanTable()).map(({ entity }) => entity));
    for (const kind of ["session", "refresh-token", "webhook"]) expect(kinds).not.toContain(kind);
    for (const id of [String(first), String(second)]) {
      const { status, json } = await callEndpoint("bookings.get", host, { path: { id } });
      expect([status, json["booking"]]).toMatchObject([200, { payment: [{ amount: 5_000 }], paid: true }]);
    }
    expect((await callEndpoint("events.list", host)).status).toBe(200);
    expect((await findBooking(OPERATOR, 90_000)).user).toMatchObject({ id: user.userId, name: "Erased" });
  });
});
