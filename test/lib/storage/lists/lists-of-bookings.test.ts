import { beforeAll, describe, expect, it } from "vitest";
import { deleteAttendee } from "#lib/bookings/attendees/delete.ts";
import { deleteReference } from "#lib/bookings/booking-references/writes.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { Caller } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { addAttendee, addReference } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { makeOrganizationBooking } from "#test/support/builders/organizations.ts";
import { pay } from "#test/support/builders/payment-builders.ts";
import type { Query } from "#test/support/calls/gateway-event.ts";
import { elementsIn, idsIn, type Resource, requestList } from "#test/support/calls/request-list.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const DAY = 86_400_000;
let admin: Caller;
let host: Caller;
let stranger: Caller;
/** Two bookings of the host; the first has three attendees, two references and a payment. */
let bookings: StoredBooking[] = [];
beforeAll(async () => {
  [host, stranger, admin] = [await makeHost(), await makeHost(), await makeHost("ADMIN")];
  const eventType = await makeEventType(host);
  bookings = [
    await book(host, eventType, { start: "2031-03-03T09:00:00Z" }),
    await book(host, eventType, { start: "2031-03-03T10:00:00Z" }),
  ];
});

const idsOf = async (resource: Resource, caller: Caller, query: Query = {}) =>
  idsIn(await requestList(resource, caller, query));
const ofFirst = () => ({ bookingId: bookings[0]?.id ?? 0 });

describe("the children of a booking", () => {
  it.each(["attendees", "booking-references", "payments"] as const)(
    "are listed by the booking: %s",
    async (resource) => {
      const [first, second] = bookings;
      if (!first || !second) throw new Error("there are no bookings");
      const create = {
        attendees: async () => [
          ...first.attendees.map(({ id }) => id),
          (await addAttendee(host, first, { email: "Cleo@example.com" })).id,
          (await addAttendee(host, first)).id,
        ],
        "booking-references": async () => [
          (await addReference(host, first)).id,
          (await addReference(host, first)).id,
        ],
        payments: async () => [(await pay({ bookingId: first.id })).id],
      };
      const ids = await create[resource]();
      for (const caller of [host, admin]) {
        expect(await idsOf(resource, caller, ofFirst())).toEqual(ids);
        const { headers, ...response } = await requestList(resource, caller, {
          ...ofFirst(),
          take: 1,
          count: "true",
          order: "desc",
        });
        expect([idsIn({ headers, ...response }), headers["X-Total-Count"]]).toEqual([
          ids.slice(-1),
          String(ids.length),
        ]);
        expect(response.trips).toBeLessThanOrEqual(4);
        const others = await idsOf(resource, caller, { bookingId: second.id });
        expect(others).toEqual(
          second[resource === "attendees" ? "attendees" : "payment"].map(({ id }) => id),
        );
      }
      expect(await idsOf(resource, host)).toEqual(expect.arrayContaining(ids));
      for (const query of [{}, ofFirst(), { bookingId: 999_999 }])
        expect(await idsOf(resource, stranger, query)).toEqual([]);
    },
  );

  it("are filtered by the booking and other fields", async () => {
    const query = { ...ofFirst(), email: "cleo@example.com", take: 5, count: "true" };
    for (const caller of [host, admin]) {
      const { headers, ...response } = await requestList("attendees", caller, query);
      expect(elementsIn({ headers, ...response })).toMatchObject([{ email: "Cleo@example.com" }]);
      expect(headers["X-Total-Count"]).toBe("1");
    }
  });

  it("are not listed for the admin of an organization, who can access the booking", async () => {
    const { admin: owner, organization, member, booking } = await makeOrganizationBooking();
    const other = { ...owner.caller, organizations: [organization.id] };
    const query = { bookingId: booking.id };
    expect(await idsOf("bookings", other)).toEqual([booking.id]);
    for (const each of [{}, query]) expect(await idsOf("attendees", other, each)).toEqual([]);
    expect(await idsOf("attendees", member.caller, query)).toEqual(booking.attendees.map(({ id }) => id));
  });
});

describe("a deleted child of a booking", () => {
  it("is no longer listed: an attendee", async () => {
    const { id } = await addAttendee(host, ofBooking());
    expect(await idsOf("attendees", host, { take: 100 })).toContain(id);
    await deleteAttendee(host, { id });
    for (const caller of [host, admin])
      for (const query of queries()) expect(await idsOf("attendees", caller, query)).not.toContain(id);
  });

  it("is only listed for admins, marked as deleted, for 30 days: a reference", async () => {
    const { id } = await addReference(host, ofBooking());
    await deleteReference(host, { id });
    const before = await requestList("booking-references", admin, { take: 100 });
    for (const query of queries()) {
      expect(await idsOf("booking-references", host, query)).not.toContain(id);
      const listed = elementsIn(await requestList("booking-references", admin, query));
      expect(listed.filter((reference) => reference["id"] === id)).toMatchObject([{ deleted: true }]);
    }
    setClock(() => Date.now() + 30 * DAY);
    for (const query of queries()) expect(await idsOf("booking-references", admin, query)).not.toContain(id);
    const after = await requestList("booking-references", admin, { take: 100 });
    expect(idsIn(after)).toEqual(idsIn(before).filter((each) => each !== id));
  });
});

const queries = (): Query[] => [{}, { take: 100 }, { take: 100, cursor: "" }, ofFirst()];
const ofBooking = () => ({ id: ofFirst().bookingId });
