import { describe, expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { getBooking } from "#lib/bookings/visibility.ts";
import { slugFrom } from "#lib/calendar/event-types/slug.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { createUser } from "#lib/identity/users/create.ts";
import { UserCreate } from "#lib/identity/users/input.ts";
import { erasePerson } from "#lib/operations/privacy/erase.ts";
import { book, bookingRequest, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { CANCEL_BOOKINGS, KEEP_BOOKINGS } from "#test/support/secrets/erase-options.ts";
import { tracesOf } from "#test/support/secrets/traces-of.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { scanTable } from "#test/support/table/scan-table.ts";
import { newPerson } from "./people.ts";

useLocalTable();

const PSEUDONYM = /^erased-[0-9a-f]{32}$/;
const day = (number: number) => `2031-04-0${number}T09:00:00Z`;

/** Books four times: for a person and for another booker, twice each, all in one series. */
async function bookClass(recurringEventId: string) {
  const [host, person] = [await makeHost(), newPerson()];
  const eventType = await makeEventType(host);
  const responses = [person, undefined, person, undefined];
  const ids: number[] = [];
  for (const [index, each] of responses.entries()) {
    const series = recurringEventId.replace("PERSON", person.email);
    const fields = { start: day(index + 1), recurringEventId: series, ...(each && { responses: each }) };
    ids.push((await book(host, eventType, fields)).id);
  }
  return { host, person, ids };
}

const seriesOf = async (ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await getBooking(OPERATOR, id)).recurringEventId));

describe("the id of a series with an attendee's address", () => {
  it("is in no key, is replaced when the attendee is erased, and the whole series can still be cancelled", async () => {
    const { host, person, ids } = await bookClass("weekly PERSON");
    const keys = (await scanTable()).map(({ pk, sk }) => `${pk} ${sk}`);
    expect(keys.filter((key) => key.includes("weekly"))).toEqual([]);
    await erasePerson(OPERATOR, person.email, KEEP_BOOKINGS);
    const [first, second, third] = await seriesOf(ids);
    expect([first, second]).toEqual([expect.stringMatching(PSEUDONYM), `weekly ${person.email}`]);
    expect(third).toBe(first);
    await cancelBooking(host, { id: ids[0] ?? 0 }, { allRemainingBookings: true });
    const statuses = await Promise.all(ids.map(async (id) => (await getBooking(host, id)).status));
    expect(statuses).toEqual(["CANCELLED", "CANCELLED", "CANCELLED", "CANCELLED"]);
  });

  it("is replaced if it has a name without Latin letters", async () => {
    const [host, person] = [await makeHost(), { ...newPerson(), name: "Ольга Смирнова" }];
    const fields = { start: day(1), recurringEventId: "Ольга Смирнова (weekly)", responses: person };
    const { id } = await book(host, await makeEventType(host), fields);
    await erasePerson(OPERATOR, person.email, KEEP_BOOKINGS);
    expect(await seriesOf([id])).toEqual([expect.stringMatching(PSEUDONYM)]);
  });

  it("stays if it has neither name nor address", async () => {
    const { person, ids } = await bookClass("d2c1f0a4-weekly");
    await erasePerson(OPERATOR, person.email, KEEP_BOOKINGS);
    expect(new Set(await seriesOf(ids))).toEqual(new Set(["d2c1f0a4-weekly"]));
  });
});

it("the booking of an erased attendee can be moved and cancelled by its host", async () => {
  const [host, person] = [await makeHost(), newPerson()];
  const { id } = await book(host, await makeEventType(host), { start: day(1), responses: person });
  await erasePerson(OPERATOR, person.email, KEEP_BOOKINGS);
  const path = { id: String(id) };
  const times = { startTime: day(2), endTime: "2031-04-02T09:30:00Z" };
  const moved = await callEndpoint("bookings.update", host, { path, body: times });
  expect([moved.status, moved.json]).toMatchObject([200, { booking: { status: "ACCEPTED" } }]);
  expect(await callEndpoint("bookings.cancel", host, { path })).toMatchObject({ status: 200 });
});

/** Creates a user, books with them and erases them. Returns the slug that their booking has then. */
async function slugAfterErasure(name: string, title: string): Promise<string> {
  const { email } = newPerson();
  const { id: userId } = await createUser(OPERATOR, UserCreate.parse({ email, name }));
  const user: Caller = { userId, role: "USER", scopes: "all", credentialId: "key-1" };
  const eventType = await makeEventType(user, { title, slug: slugFrom(title) });
  const { id } = await book(user, eventType, bookingRequest(eventType.id, { start: day(1) }));
  await erasePerson(OPERATOR, email, CANCEL_BOOKINGS);
  return (await getBooking(OPERATOR, id)).eventType.slug;
}

describe("the slug of an erased host's event type", () => {
  it("is replaced in bookings and events if it contains the name", async () => {
    expect(await slugAfterErasure("Ottilie Wunderlich", "Chat with Ottilie Wunderlich")).toMatch(PSEUDONYM);
    expect(await tracesOf(["ottilie-wunderlich"])).toEqual([]);
  });

  it("is replaced if the name is cut off at its end", async () => {
    const title = `${"very ".repeat(18)}so Ottmar Wunder`;
    expect(slugFrom(title)).toMatch(/-so-ottmar$/);
    expect(await slugAfterErasure("Ottmar Wunder", title)).toMatch(PSEUDONYM);
  });

  it("stays if it has neither name nor address, or only a word that contains the name", async () => {
    expect(await slugAfterErasure("Ann", "Annual review")).toBe("annual-review");
    expect(await slugAfterErasure("李雷", "Event of the year")).toBe("event-of-the-year");
  });
});
