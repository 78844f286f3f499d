import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { AttendeeItem, Attendees } from "#lib/bookings/attendees/entity.ts";
import { updateAttendee } from "#lib/bookings/attendees/update.ts";
import { BookingItem } from "#lib/bookings/entity.ts";
import { getBooking } from "#lib/bookings/visibility.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { createUser } from "#lib/identity/users/create.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { UserCreate } from "#lib/identity/users/input.ts";
import { erasePerson } from "#lib/operations/privacy/erase.ts";
import { exportPerson } from "#lib/operations/privacy/export.ts";
import { listAuditTrail } from "#lib/storage/audit/list.ts";
import { readWholeList } from "#lib/storage/lists/source.ts";
import { present } from "#lib/storage/table/condition.ts";
import { put, replace } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { transact, writeOne } from "#lib/storage/table/write.ts";
import { book, bookingRequest, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { oldAttendee } from "#test/support/builders/old-children.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { CANCEL_BOOKINGS, KEEP_BOOKINGS } from "#test/support/secrets/erase-options.ts";
import { tracesOf } from "#test/support/secrets/traces-of.ts";
import { beforeNextTransaction } from "#test/support/table/before-next-call.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { scanTable } from "#test/support/table/scan-table.ts";
import { makeFullBooking, SHORT_GUEST } from "./full-booking.ts";
import { bookAs, newPerson, START } from "./people.ts";

useLocalTable();

/** The items of the table, by key. */
const items = async () => new Map((await scanTable()).map((item) => [`${item["pk"]} ${item["sk"]}`, item]));

describe("an attendee who is erased", () => {
  it("is in no item any more, including results stored for an Idempotency-Key", async () => {
    const [host, person] = [await makeHost(), { ...newPerson(), email: "Emma.Ehrlich@example.org" }];
    const eventType = await makeEventType(host);
    const body = {
      ...bookingRequest(eventType.id, { start: START }),
      responses: person,
      idempotencyKey: `for ${person.email}`,
    };
    const headers = { "Content-Type": "application/json", "Idempotency-Key": "key-1" };
    const { json } = await callEndpoint("bookings.create", host, { body, headers });
    const { id } = json["booking"] as { id: number };
    expect(await tracesOf([person.email])).toHaveLength(4);
    const receipt = await erasePerson(OPERATOR, person.email.toUpperCase(), KEEP_BOOKINGS);
    expect(await tracesOf(Object.values(person))).toEqual([]);
    expect(receipt).toMatchObject({
      isUser: false,
      rewritten: { booking: 1, attendee: 1, event: 1 },
      deleted: { "kept-result": 1, unique: 1 },
    });
    const { json: left } = await callEndpoint("bookings.get", host, { path: { id: String(id) } });
    expect(left["booking"]).toMatchObject({ id, attendees: [{ name: "Erased" }] });
    expect((await callEndpoint("events.list", host)).status).toBe(200);
  });

  it("as a guest does not change the answers of the booker, nor other bookings", async () => {
    const [host, booker, guest, other] = [await makeHost(), newPerson(), newPerson(), newPerson()];
    const neighbour = { ...newPerson(), email: `x.${guest.email}` };
    const { id } = await bookAs({ ...booker, guests: [guest.email, neighbour.email] }, host);
    await bookAs(other, host, "2031-04-02T09:00:00Z");
    await bookAs(neighbour, host, "2031-04-03T09:00:00Z");
    const before = await items();
    await erasePerson(OPERATOR, guest.email, KEEP_BOOKINGS);
    const { attendees, responses } = await getBooking(OPERATOR, id);
    expect(attendees.map(({ email }) => email)).toEqual([
      booker.email,
      expect.stringMatching(/^erased-attendee-\d+@erased\.invalid$/),
      neighbour.email,
    ]);
    expect(responses).toMatchObject({ notes: booker.notes, guests: ["Erased", neighbour.email] });
    expect(await tracesOf([`"${guest.email}`])).toEqual([]);
    const changed = [...(await items())].filter(([key, item]) => !isDeepStrictEqual(before.get(key), item));
    const kinds = changed.map(([, item]) => item["entity"]);
    expect(kinds.toSorted()).toEqual([
      "attendee",
      "audit-entry",
      "audit-entry",
      "audit-entry",
      "booking",
      "event",
    ]);
  });

  it.each(["present", "former"])(
    "is found by their %s address after a correction, with their answers",
    async (which) => {
      const [host, person, corrected] = [await makeHost(), newPerson(), newPerson()];
      const { id, attendees } = await bookAs(person, host);
      await updateAttendee(host, { id: attendees[0]?.id ?? 0 }, { email: corrected.email });
      // Earlier versions did not store this attribute.
      const booking = await getBooking(host, id);
      await writeOne(replace(BookingItem, booking, { ...booking, bookerId: null }));
      await erasePerson(OPERATOR, which === "former" ? person.email : corrected.email, KEEP_BOOKINGS);
      expect(await tracesOf([...Object.values(person), corrected.email])).toEqual([]);
    },
  );

  it("with a name of one letter does not change the texts that contain this letter as a word", async () => {
    const [host, person] = [await makeHost(), { ...newPerson(), name: "B" }];
    const eventType = await makeEventType(host, { title: "Plan B" });
    const { id } = await book(host, eventType, { start: START, responses: person });
    await erasePerson(OPERATOR, person.email, KEEP_BOOKINGS);
    expect((await getBooking(OPERATOR, id)).title).toContain("Plan B");
  });

  it("with a short and a full name is in no text with the rest of the full one", async () => {
    const [host, person] = [await makeHost(), { ...newPerson(), name: "Emil Sonderling" }];
    await bookAs(person, host);
    await bookAs({ ...person, name: "Emil" }, host, "2031-04-02T09:00:00Z");
    await erasePerson(OPERATOR, person.email, KEEP_BOOKINGS);
    expect(await tracesOf(["Sonderling"])).toEqual([]);
  });

  it("is found again in an item that changes at the moment of its erasure", async () => {
    const [{ userId }, { email }] = [await makeHost(), newPerson()];
    const attendee = { ...oldAttendee({ id: 9_001, userId }), email };
    await transact(Attendees.create(attendee));
    const changed = put(AttendeeItem, { ...attendee, name: "Eva" }, { if: present("pk") });
    beforeNextTransaction(() => writeOne(changed));
    await erasePerson(OPERATOR, email, KEEP_BOOKINGS);
    expect(await tracesOf([email])).toEqual([]);
  });

  it("is found after a correction in a result stored for an Idempotency-Key", async () => {
    const [host, person, corrected] = [await makeHost(), newPerson(), newPerson()];
    const eventType = await makeEventType(host);
    const body = { ...bookingRequest(eventType.id, { start: START }), responses: person };
    const headers = { "Content-Type": "application/json", "Idempotency-Key": "key-2" };
    const { json } = await callEndpoint("bookings.create", host, { body, headers });
    const { attendees } = json["booking"] as { attendees: { id: number }[] };
    await updateAttendee(host, { id: attendees[0]?.id ?? 0 }, { email: corrected.email });
    await erasePerson(OPERATOR, corrected.email, KEEP_BOOKINGS);
    expect(await tracesOf([...Object.values(person), corrected.email])).toEqual([]);
  });

  it("is recorded in the audit trail without personal data, and a second erasure finds nothing", async () => {
    const [host, person] = [await makeHost(), newPerson()];
    await bookAs(person, host);
    await erasePerson(OPERATOR, person.email, KEEP_BOOKINGS);
    const again = await erasePerson(OPERATOR, person.email, KEEP_BOOKINGS);
    expect(again).toMatchObject({ rewritten: {}, deleted: {} });
    const receipts = await readWholeList(listAuditTrail(OPERATOR, { resource: "privacy" }));
    expect(receipts.map(({ id }) => id)).toContain(again.entryId);
    expect(JSON.stringify(receipts)).not.toContain("erna");
  });

  it("is searched for again after the last item is erased, because a client may have written another one", async () => {
    const [host, person] = [await makeHost(), newPerson()];
    await bookAs(person, host);
    const isLeft: boolean[] = [];
    const wait = async () => void isLeft.push((await tracesOf([person.email])).length > 0);
    await erasePerson(OPERATOR, person.email, { ...KEEP_BOOKINGS, wait });
    expect(isLeft).toEqual([true, false]);
  });

  it("is only counted by a dry run", async () => {
    const [host, person] = [await makeHost(), newPerson()];
    await bookAs(person, host);
    const before = await scanTable();
    const receipt = await erasePerson(OPERATOR, person.email, { ...KEEP_BOOKINGS, isDryRun: true });
    expect(receipt).toMatchObject({ isDryRun: true, entryId: null, rewritten: { booking: 1, attendee: 1 } });
    expect(await scanTable()).toEqual(before);
  });

  it("gets no receipt if an item is too large to be rewritten: it is returned, and all other data is erased", async () => {
    const { name, empty } = await makeFullBooking();
    const receipt = await erasePerson(OPERATOR, SHORT_GUEST, KEEP_BOOKINGS);
    expect(receipt).toMatchObject({ notErased: [name], entryId: null, rewritten: { attendee: 1, event: 1 } });
    expect(await tracesOf([SHORT_GUEST])).toEqual([`booking: ${SHORT_GUEST}`]);
    await empty();
    expect((await erasePerson(OPERATOR, SHORT_GUEST, KEEP_BOOKINGS)).entryId).not.toBeNull();
    expect(await tracesOf([SHORT_GUEST])).toEqual([]);
  });
});

it("a user can't be erased while they host future bookings, unless these may be cancelled", async () => {
  const { notes: username, ...person } = newPerson();
  const { id: userId } = await createUser(OPERATOR, UserCreate.parse({ ...person, username }));
  const user: Caller = { userId, role: "USER", scopes: "all", credentialId: "key-1" };
  const { id } = await bookAs(newPerson(), user);
  await expect(erasePerson(OPERATOR, person.email, KEEP_BOOKINGS)).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await tracesOf([person.name])).not.toEqual([]);
  const receipt = await erasePerson(OPERATOR, person.email, CANCEL_BOOKINGS);
  expect(receipt).toMatchObject({ isUser: true, cancelledBookings: 1 });
  expect(await tracesOf([...Object.values(person), username])).toEqual([]);
  expect(await findItem(UserItem, { id: userId })).toMatchObject({
    isLocked: true,
    name: "Erased",
    username: null,
    passwordHash: null,
  });
  expect(await getBooking(OPERATOR, id)).toMatchObject({ status: "CANCELLED" });
  const again = UserCreate.parse({ ...person, username });
  expect(await createUser(OPERATOR, again)).toMatchObject({ email: person.email });
});

it("an export contains the person's data in the bookings of others, and no data of others", async () => {
  const [host, person, other] = [await makeHost(), newPerson(), newPerson()];
  const { id } = await bookAs({ ...person, guests: [other.email] }, host);
  const { items: exported } = await exportPerson(OPERATOR, person.email, KEEP_BOOKINGS.entities);
  expect(exported["booking"]).toMatchObject([
    {
      id,
      startTime: "2031-04-01T09:00:00.000Z",
      personal: [
        { of: "attendee", email: person.email, name: person.name },
        { of: "booker", responses: { notes: person.notes } },
        { of: "participant" },
      ],
    },
  ]);
  expect(Object.keys(exported).toSorted()).toEqual(["attendee", "booking", "event"]);
  const { items: ofGuest } = await exportPerson(OPERATOR, other.email, KEEP_BOOKINGS.entities);
  expect(JSON.stringify(ofGuest["attendee"])).not.toContain(person.email);
});
