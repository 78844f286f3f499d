import { beforeEach, describe, expect, it, vi } from "vitest";
import { updateAttendee } from "#lib/bookings/attendees/update.ts";
import { getBooking } from "#lib/bookings/visibility.ts";
import { type Caller, OPERATOR } from "#lib/caller.ts";
import { erasePerson } from "#lib/operations/privacy/erase.ts";
import { exportPerson } from "#lib/operations/privacy/export.ts";
import { itemLines, putLines } from "#lib/storage/table/copy-items.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { stopAfterWrites } from "#test/support/cloud/stop-after-writes.ts";
import { CANCEL_BOOKINGS } from "#test/support/secrets/erase-options.ts";
import { bookSeries, EMAIL, makeUser, OLD_EMAIL, WORDS } from "#test/support/secrets/traced-person.ts";
import { tracesOf } from "#test/support/secrets/traces-of.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { recreateTable } from "#test/support/table/recreate-table.ts";
import { scanTable } from "#test/support/table/scan-table.ts";

/** The erasure is interrupted after every tenth write; with `RUNS` after each. */
const STEP = process.env["RUNS"] === undefined ? 10 : 1;

useLocalTable();
beforeEach(() => {
  vi.stubEnv("ALLOW_INSECURE_CALENDARS", "1");
});

/** A user who also booked twice with a host, under an address that was corrected afterwards. */
async function makePerson(): Promise<{ host: Caller; user: Caller; bookings: number[] }> {
  const [host, user] = [await makeHost(), await makeUser()];
  const bookings = await bookSeries(host);
  for (const id of bookings) {
    const attendee = (await getBooking(host, id)).attendees[0]?.id ?? 0;
    await updateAttendee(host, { id: attendee }, { email: EMAIL, name: WORDS.maiden });
  }
  return { host, user, bookings };
}

describe("a person who is host, attendee, booker, member, payer and owner of keys, whose address was corrected", () => {
  it("gets an export of their data, and an erasure leaves none of it", async () => {
    const { host, user, bookings } = await makePerson();
    const { items } = await exportPerson(OPERATOR, EMAIL, CANCEL_BOOKINGS.entities);
    expect(Object.keys(items)).toEqual(
      expect.arrayContaining([
        "user",
        "booking",
        "attendee",
        "payment",
        "webhook",
        "grant",
        "api-key",
        "calendar",
      ]),
    );
    expect(items["delivery"]).toContainEqual(
      expect.objectContaining({ trigger: "BOOKING_CREATED", webhookId: expect.stringMatching(/^wh_/) }),
    );
    expect(items["booking"]).toContainEqual(
      expect.objectContaining({
        startTime: "2031-04-01T09:00:00.000Z",
        status: "ACCEPTED",
        personal: expect.anything(),
      }),
    );
    const exported = JSON.stringify(items);
    for (const word of [
      WORDS.knee,
      WORDS.card,
      WORDS.note,
      WORDS.address,
      WORDS.ward,
      WORDS.calendarUser,
      OLD_EMAIL,
    ])
      expect(exported).toContain(word);
    expect(exported).not.toMatch(/passwordHash|"hash"/);
    const before = await tracesOf(Object.values(WORDS));
    for (const word of Object.values(WORDS))
      expect(
        before.some((trace) => trace.endsWith(word)),
        word,
      ).toBe(true);

    const receipt = await erasePerson(OPERATOR, EMAIL, CANCEL_BOOKINGS);
    expect(await tracesOf(Object.values(WORDS))).toEqual([]);
    expect(receipt).toMatchObject({ isUser: true, cancelledBookings: 1, notErased: [] });
    expect(receipt.entryId).not.toBeNull();
    const kinds = new Set((await scanTable()).map(({ entity }) => entity));
    for (const kind of ["session", "refresh-token", "webhook"]) expect(kinds).not.toContain(kind);
    for (const id of bookings.map(String)) {
      const { status, json } = await callEndpoint("bookings.get", host, { path: { id } });
      expect([status, json["booking"]]).toMatchObject([200, { payment: [{ amount: 5_000 }], paid: true }]);
    }
    expect((await callEndpoint("events.list", host)).status).toBe(200);
    expect((await getBooking(OPERATOR, 90_000)).user).toMatchObject({ id: user.userId, name: "Erased" });
  });

  it("is erased as well if the erasure is interrupted after any write and repeated", async () => {
    await recreateTable();
    await makePerson();
    const before = await Array.fromAsync(itemLines());
    const erase = () => erasePerson(OPERATOR, EMAIL, CANCEL_BOOKINGS);
    let rounds = 0;
    for (let count = 1; await stopAfterWrites(count, erase); count += STEP) {
      await erase();
      const left = (await tracesOf(Object.values(WORDS))).map((trace) => `${count}: ${trace}`);
      expect.soft(left).toEqual([]);
      rounds = count;
      await recreateTable();
      await putLines(toLines(before), { isDryRun: false });
    }
    expect(rounds).toBeGreaterThan(30);
  });
});

async function* toLines(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}
