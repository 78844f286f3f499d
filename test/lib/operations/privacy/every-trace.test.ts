import { beforeEach, describe, expect, it } from "vitest";
import { updateAttendee } from "#lib/bookings/attendees/update.ts";
import { findBooking } from "#lib/bookings/visibility.ts";
import { OPERATOR } from "#lib/caller.ts";
import { erasePerson } from "#lib/operations/privacy/erase.ts";
import { exportPerson } from "#lib/operations/privacy/export.ts";
import { makeHost } from "#test/support/builders.ts";
import { callEndpoint } from "#test/support/call-endpoint.ts";
import { MAY_CANCEL } from "#test/support/erasing.ts";
import { captureLines } from "#test/support/invoke.ts";
import { useLocalTable } from "#test/support/local-table.ts";
import { scanTable } from "#test/support/scan-table.ts";
import { bookSeries, EMAIL, FIRST, makeUser, WORDS } from "#test/support/traced-person.ts";
import { tracesOf } from "#test/support/traces-of.ts";

useLocalTable();
beforeEach(() => {
  captureLines();
});

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
