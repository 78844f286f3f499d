import { expect, it } from "vitest";
import { addAttendee, addReference } from "#test/support/builders/booking-parts.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeCollective, useHostsTable } from "#test/support/builders/several-hosts.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";

useHostsTable();

const idsIn = (list: unknown): number[] => Object(list).map(({ id }: { id: number }) => id);

it("only the hosts of a booking can list its attendees and references", async () => {
  const { first, second, owner, booking } = await makeCollective();
  const attendee = await addAttendee(first, booking);
  const reference = await addReference(first, booking);
  const query = { bookingId: String(booking.id) };
  const listFor = async (caller: typeof first) => [
    idsIn((await callEndpoint("attendees.list", caller, { query })).json["attendees"]),
    idsIn((await callEndpoint("booking-references.list", caller, { query })).json["booking_references"]),
    idsIn((await callEndpoint("payments.list", caller, { query })).json["payments"]),
  ];
  const attendees = [booking.attendees[0]?.id, attendee.id];
  for (const host of [first, second]) expect(await listFor(host)).toEqual([attendees, [reference.id], []]);
  for (const other of [owner, await makeHost()]) expect(await listFor(other)).toEqual([[], [], []]);
});
