import { beforeEach, describe, expect, it } from "vitest";
import { listAuditTrail } from "#lib/audit/list.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { EventItem } from "#lib/events/entity.ts";
import { wholeList } from "#lib/lists/source.ts";
import { erasePerson } from "#lib/operations/privacy/erase.ts";
import { exportPerson } from "#lib/operations/privacy/export.ts";
import { put } from "#lib/table/operations.ts";
import { queryAll } from "#lib/table/read.ts";
import { write } from "#lib/table/write.ts";
import { createUser } from "#lib/users/create.ts";
import { UserCreate } from "#lib/users/input.ts";
import { DeliveryItem, newDelivery } from "#lib/webhooks/delivery.ts";
import { book, bookingRequest, makeEventType, makeHost, makeKey } from "#test/support/builders.ts";
import { callEndpoint } from "#test/support/call-endpoint.ts";
import { KEEP, MAY_CANCEL } from "#test/support/erasing.ts";
import { captureLines } from "#test/support/invoke.ts";
import { useLocalTable } from "#test/support/local-table.ts";
import { scanTable } from "#test/support/scan-table.ts";
import { join, makeTeam } from "#test/support/teams.ts";

useLocalTable();
beforeEach(() => {
  captureLines();
});

let made = 0;

/** Somebody with an address and a name that nobody else has. */
const newPerson = () => {
  made += 1;
  const said = { knee: `My knee hurts (${made})`, phone: `+4179000${1000 + made}` };
  return { email: `erna.${made}+cal@example.org`, name: `Erna "${made}" Ehrlichmann`, said };
};
type Made = ReturnType<typeof newPerson>;

/** How often an address or a name stands in the table, in whatever item. */
async function found({ email, name }: { email: string; name: string }): Promise<string[]> {
  const items = await scanTable();
  const texts = [email.toLowerCase(), name.toLowerCase(), JSON.stringify(name).slice(1, -1).toLowerCase()];
  const escaped = texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
  return items
    .filter((item) => escaped.some((text) => JSON.stringify(item).toLowerCase().includes(text)))
    .map((item) => String(item["entity"]));
}

/** Lets a person book with a host over HTTP, with a key that keeps the answer, and a delivery whose subscriber echoes. */
async function bookAs({ email, name, said: { knee, phone } }: Made, host: Caller, start: string) {
  const eventType = await makeEventType(host);
  const request = {
    ...bookingRequest(eventType.id, { start }),
    responses: { email, name, notes: knee, smsReminderNumber: phone },
    metadata: { said: `by ${name}` },
  };
  const headers = { "Content-Type": "application/json", "Idempotency-Key": `key-${start}-${made}` };
  const { status, json } = await callEndpoint("bookings.create", host, { body: request, headers });
  expect(status, JSON.stringify(json)).toBe(200);
  const booking = json["booking"] as { id: number };
  const event = (await queryAll(EventItem, { userId: host.userId })).find(
    ({ bookingId }) => bookingId === booking.id,
  );
  if (!event) throw new Error("no event");
  const attempt = { at: event.createdAt, kind: "scheduled" as const, url: null, status: 500, error: null };
  const delivery = newDelivery(event, { webhookId: `wh_${made}`, userId: host.userId });
  await write(
    put(DeliveryItem, { ...delivery, attempts: [{ ...attempt, answer: `no ${name} here`, ms: 1 }] }),
  );
  return booking;
}

describe("an attendee who is erased", () => {
  it("is in no item any more, in no payload, kept result or excerpt, and others stay as they are", async () => {
    const [host, person, other] = [await makeHost(), newPerson(), newPerson()];
    const { id } = await bookAs(person, host, "2031-04-01T09:00:00Z");
    await bookAs(other, host, "2031-04-02T09:00:00Z");
    const before = await found(other);
    expect(new Set(await found(person))).toEqual(
      new Set(["booking", "attendee", "event", "kept-result", "delivery"]),
    );
    const receipt = await erasePerson(OPERATOR, person.email.toUpperCase(), KEEP);
    expect(await found(person)).toEqual([]);
    expect(await found(other)).toEqual(before);
    expect(receipt).toMatchObject({
      isUser: false,
      rewritten: { booking: 1, attendee: 1, event: 1, delivery: 1 },
    });
    const items = JSON.stringify(await scanTable());
    for (const said of Object.values(person.said)) expect(items).not.toContain(said);
    for (const said of Object.values(other.said)) expect(items).toContain(said);
    const { status, json } = await callEndpoint("bookings.get", host, { path: { id: String(id) } });
    expect([status, json["booking"]]).toMatchObject([200, { id, attendees: [{ name: "Erased" }] }]);
    expect((await callEndpoint("events.list", host)).status).toBe(200);
  });

  it("is told in the trail by a receipt without anything of them, and a second time nothing is left to do", async () => {
    const [host, person] = [await makeHost(), newPerson()];
    await bookAs(person, host, "2031-04-01T09:00:00Z");
    await erasePerson(OPERATOR, person.email, KEEP);
    const again = await erasePerson(OPERATOR, person.email, KEEP);
    expect(again).toMatchObject({ rewritten: {}, deleted: {} });
    const receipts = await wholeList(listAuditTrail(OPERATOR, { resource: "privacy" }));
    expect(receipts.map(({ id }) => id)).toContain(again.entryId);
    expect(JSON.stringify(receipts)).not.toContain("erna");
  });

  it("is only counted by a dry run", async () => {
    const [host, person] = [await makeHost(), newPerson()];
    await bookAs(person, host, "2031-04-01T09:00:00Z");
    const before = await scanTable();
    const receipt = await erasePerson(OPERATOR, person.email, { ...KEEP, isDryRun: true });
    expect(receipt).toMatchObject({ isDryRun: true, entryId: null, rewritten: { booking: 1 } });
    expect(await scanTable()).toEqual(before);
  });
});

describe("a user who is erased", () => {
  const newUser = async () => {
    const person = newPerson();
    const { email, name } = person;
    const input = { email, name, username: `erna${made}`, password: "a long enough password" };
    const { id: userId } = await createUser(OPERATOR, UserCreate.parse(input));
    const user: Caller = { userId, role: "USER", scopes: "all", credentialId: "key-1" };
    await join(await makeTeam({ isOrganization: true }), user, {});
    await makeKey(user);
    return { person, user };
  };

  it("is refused while they are to host bookings, unless these may be cancelled", async () => {
    const { person, user } = await newUser();
    const { id } = await book(user, await makeEventType(user), { start: "2031-05-01T09:00:00Z" });
    await expect(erasePerson(OPERATOR, person.email, KEEP)).rejects.toMatchObject({ code: "conflict" });
    expect(await found(person)).not.toEqual([]);
    const receipt = await erasePerson(OPERATOR, person.email, MAY_CANCEL);
    expect(receipt).toMatchObject({ isUser: true, cancelledBookings: 1 });
    expect(await found(person)).toEqual([]);
    const items = await scanTable();
    const user_ = items.find((item) => item["entity"] === "user" && item["id"] === user.userId);
    expect(user_).toMatchObject({ isLocked: true, name: "Erased", username: null, passwordHash: null });
    const { json } = await callEndpoint("bookings.get", OPERATOR, { path: { id: String(id) } });
    expect(json["booking"]).toMatchObject({ status: "CANCELLED" });
    const free = UserCreate.parse({ email: person.email, name: person.name, username: `erna${made}` });
    expect(await createUser(OPERATOR, free)).toMatchObject({ email: person.email });
  });

  it("was told before what is kept of them, without what proves who they are, or what others said", async () => {
    const { person, user } = await newUser();
    const [host, other] = [await makeHost(), newPerson()];
    await bookAs(other, user, "2031-05-01T09:00:00Z");
    const { id } = await bookAs(person, host, "2031-06-01T09:00:00Z");
    const { items } = await exportPerson(OPERATOR, person.email);
    expect(Object.keys(items)).toEqual(
      expect.arrayContaining(["user", "booking", "attendee", "membership-of-user", "event-type-of-user"]),
    );
    const text = JSON.stringify(items);
    expect(text).not.toMatch(/passwordHash|"hash"/);
    const theirs = items["booking"]?.find((booking) => booking["id"] === id);
    expect(theirs).toMatchObject({
      responses: { notes: person.said.knee },
      attendees: [{ email: person.email }],
    });
    expect(theirs).not.toHaveProperty("user");
  });
});
