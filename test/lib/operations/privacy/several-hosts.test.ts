import { expect, it } from "vitest";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { createUser } from "#lib/identity/users/create.ts";
import { UserCreate } from "#lib/identity/users/input.ts";
import { checkClaims } from "#lib/operations/doctor/check-claims.ts";
import { erasePerson } from "#lib/operations/privacy/erase.ts";
import { exportPerson } from "#lib/operations/privacy/export.ts";
import { ALL_HOURS, book, makeSchedule } from "#test/support/builders/builders.ts";
import {
  areHostsFree,
  at,
  makeCollective,
  makeTeamEventType,
  makeTeamOfHosts,
  useHostsTable,
} from "#test/support/builders/several-hosts.ts";
import { addMember } from "#test/support/builders/teams.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { CANCEL_BOOKINGS, KEEP_BOOKINGS } from "#test/support/secrets/erase-options.ts";
import { tracesOf } from "#test/support/secrets/traces-of.ts";

useHostsTable();

const path = ({ id }: { id: number }) => ({ id: String(id) });

const PERSON = { name: "Hanna Holm-Hansen", email: "hanna.holm@example.org" };

/** Makes a collective booking with three hosts. One of them has an account. */
async function makeBookingWith(position: number) {
  const made = await makeTeamOfHosts(2);
  const [first, second] = made.hosts;
  const { id } = await createUser(OPERATOR, UserCreate.parse(PERSON));
  const person: Caller = { userId: id, role: "USER", scopes: "all", credentialId: "key" };
  await addMember(made.team, person);
  await makeSchedule(person, { timeZone: "UTC", availability: ALL_HOURS });
  const hosts = [first, second].toSpliced(position, 0, person).map(({ userId }) => ({ userId }));
  const eventType = await makeTeamEventType(made, "COLLECTIVE", { hosts });
  return { ...made, person, booking: await book(made.owner, eventType, { start: at(9) }) };
}

it.each([0, 1, 2])("erasing host %i of a collective booking cancels it for all hosts", async (position) => {
  const { person, booking, ...made } = await makeBookingWith(position);
  const words = Object.values(PERSON);
  const traces = (await tracesOf(words)).filter((trace) => trace.startsWith("booking: "));
  expect(traces).toHaveLength(2);
  await expect(erasePerson(OPERATOR, PERSON.email, KEEP_BOOKINGS)).rejects.toMatchObject({
    code: "conflict",
  });
  const { isUser, cancelledBookings } = await erasePerson(OPERATOR, PERSON.email, CANCEL_BOOKINGS);
  expect({ isUser, cancelledBookings }).toEqual({ isUser: true, cancelledBookings: 1 });
  expect(await tracesOf(words)).toEqual([]);
  expect(await areHostsFree(made, at(9))).toEqual([true, true]);
  for (const host of made.hosts) {
    const { json } = await callEndpoint("bookings.get", host, { path: path(booking) });
    expect(json["booking"]).toMatchObject({ id: booking.id, status: "CANCELLED" });
  }
  for (const { userId } of [person, ...made.hosts]) expect(await checkClaims(OPERATOR, userId)).toEqual([]);
});

it("an attendee of a collective booking is erased from it and its events, for all hosts", async () => {
  const made = await makeCollective();
  const responses = { name: "Erna Ehrlich-Mayer", email: "erna.mayer@example.org", notes: "knee of erna" };
  const booking = await book(made.owner, made.eventType, { start: at(12), responses });
  const { items } = await exportPerson(OPERATOR, responses.email, KEEP_BOOKINGS.entities);
  expect(items["booking"]).toHaveLength(1);
  await erasePerson(OPERATOR, responses.email, KEEP_BOOKINGS);
  expect(await tracesOf(Object.values(responses))).toEqual([]);
  for (const host of [made.first, made.second]) {
    const { json } = await callEndpoint("bookings.get", host, { path: path(booking) });
    expect(json["booking"]).toMatchObject({ id: booking.id, attendees: [{ name: "Erased" }] });
  }
});

it("the export of another host has the booking", async () => {
  const { booking } = await makeBookingWith(2);
  const { items } = await exportPerson(OPERATOR, PERSON.email, KEEP_BOOKINGS.entities);
  expect(items["booking"]).toMatchObject([{ id: booking.id }]);
  expect(JSON.stringify(items["booking"])).toContain(PERSON.email);
});
