import { expect, it } from "vitest";
import { getBooking } from "#lib/bookings/visibility.ts";
import { OPERATOR } from "#lib/caller.ts";
import { readLastId } from "#lib/storage/table/raise-ids.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import {
  attendeeLine,
  bookingLine,
  eventTypeLine,
  userLine,
} from "#test/support/command-line/export-lines.ts";
import { importLines } from "#test/support/command-line/import-lines.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const BASE = 60_000;
const people = [userLine(BASE), eventTypeLine(BASE, BASE, { seatsPerTimeSlot: 9 })];

/** An attendee of a line without an id. */
function withoutId(number: number): Record<string, unknown> {
  const { id: _, ...attendee } = attendeeLine(number);
  return attendee;
}

const booking = (id: number, attendees: object[]) =>
  bookingLine({ id, userId: BASE, eventTypeId: BASE, start: Date.UTC(2060, 0, id % 28) }, { attendees });

const idsOf = async (id: number) => (await getBooking(OPERATOR, id)).attendees.map((each) => each.id);

it("attendees without an id get the next ones, also in a dry run, and a repeated import changes nothing", async () => {
  const lines = [
    ...people,
    booking(BASE + 1, [withoutId(1), attendeeLine(BASE + 50), withoutId(2)]),
    booking(BASE + 2, [withoutId(1)]),
  ];
  const before = await readLastId("attendee");
  const dry = await importLines(lines, { isDryRun: true });
  expect(await readLastId("attendee")).toBe(before);
  const imported = await importLines(lines);
  expect([dry.rejectedLines, imported.rejectedLines]).toEqual([[], []]);
  expect(imported.result.counts).toEqual(dry.result.counts);
  const [ids, others] = [await idsOf(BASE + 1), await idsOf(BASE + 2)];
  expect(ids[0]).toBe(BASE + 50);
  const drawn = [...ids.slice(1), ...others];
  expect(drawn.every((id) => id > BASE + 50)).toBe(true);
  expect(new Set(drawn).size).toBe(3);
  const found = await callEndpoint("attendees.get", OPERATOR, { path: { id: String(drawn[0]) } });
  expect(found.json).toMatchObject({
    attendee: { bookingId: BASE + 1, email: expect.stringContaining("guest") },
  });
  const again = await importLines(lines);
  expect(again.result.counts["booking"]).toEqual({ imported: 0, unchanged: 2, rejected: 0 });
  expect(await idsOf(BASE + 1)).toEqual(ids);
});

it("two attendees without an id must still have different addresses", async () => {
  const { rejectedLines } = await importLines([...people, booking(BASE + 3, [withoutId(1), withoutId(1)])]);
  expect(rejectedLines).toMatchObject([{ reason: "attendees: has two of the same email" }]);
});

it("a dry run returns the ids that new objects get after the import", async () => {
  const lines = [...people, booking(BASE + 90, [attendeeLine(BASE + 91)])];
  const { result } = await importLines(lines, { isDryRun: true });
  expect(result.nextIds).toMatchObject({
    user: BASE + 1,
    "event-type": BASE + 1,
    booking: BASE + 91,
    attendee: BASE + 92,
  });
  expect((await importLines(people)).result).not.toHaveProperty("nextIds");
});
