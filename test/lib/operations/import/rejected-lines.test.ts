import { describe, expect, it } from "vitest";
import { attendeeLine, eventTypeLine, userLine } from "#test/support/command-line/export-lines.ts";
import { importLines, reasonsIn } from "#test/support/command-line/import-lines.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { tableDigest } from "#test/support/table/table-digest.ts";
import { booking, importAfterDryRun, lastUid, people } from "./import-after-dry-run.ts";

const aws = useLocalTable();

/** The reason why a line is rejected that follows a valid booking. */
async function reasonFor(line: string | Buffer | Record<string, unknown>): Promise<string | undefined> {
  const imported = await importAfterDryRun(aws().url, [...people, booking(), line]);
  expect(imported.result.counts["booking"]?.imported).toBe(1);
  return reasonsIn(imported)[5];
}

it.each<[string, string | Buffer | Record<string, unknown>, string]>([
  ["bad JSON", "{", "not a JSON object"],
  ["a list", "[]", "not a JSON object"],
  ["bytes that are not UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), "not a JSON object"],
  ["a huge line", `{"type":"user","bio":"${"x".repeat(2_000_000)}"}`, "longer than 1 MB"],
  ["a prototype", '{"__proto__":{"type":"user"},"id":1}', "type: must be one of"],
  ["no type", { id: 1 }, "type: must be one of user, team"],
  ["the name of an object member as type", { type: "constructor" }, "type: must be one of"],
  ["a negative id", booking({ id: -1 }), "id:"],
  ["an id as text", booking({ id: "7" }), "id: must be a number"],
  ["an id that is too large", booking({ id: 4_000_000_000 }), "id:"],
  ["a fraction", booking({ id: 1.5 }), "id:"],
  [
    "a date that does not exist",
    booking({ startTime: "2060-02-30T10:00:00Z" }),
    "startTime: must be an ISO 8601",
  ],
  ["a date that is too early", booking({ startTime: "1869-02-03T10:00:00Z" }), "startTime:"],
  [
    "an end before the start",
    booking({ endTime: "2050-01-01T00:00:00Z" }),
    "endTime: must be after the start",
  ],
  ["another status", booking({ status: "MAYBE" }), "status:"],
  ["wrong types", booking({ attendees: "me", metadata: [] }), "attendees: must be a list"],
  ["an invalid email address", userLine(9, { email: "me" }), "email:"],
  ["an invalid time zone", userLine(9, { timeZone: "Mars/Olympus" }), "timeZone:"],
  [
    "the same attendee twice",
    booking({ attendees: [attendeeLine(1), { ...attendeeLine(1), id: 2 }] }),
    "same email",
  ],
  ["the same id twice", booking({ attendees: [attendeeLine(1), { ...attendeeLine(2), id: 1 }] }), "same id"],
  ["an empty name", { type: "team", id: 1, name: "" }, "name: is required"],
  ["a missing name", { type: "team", id: 1 }, "name: is required"],
  ["a missing status", booking({ status: undefined }), "status: is required"],
  ["a name that is a number", { type: "team", id: 1, name: 7 }, "name: must be text"],
  [
    "an attendee without an email address",
    booking({ attendees: [{ ...attendeeLine(1), email: undefined }] }),
    "attendees.0.email: is required",
  ],
])("an invalid line is rejected, and the other lines are imported: %s", async (_, line, reason) => {
  expect(await reasonFor(line)).toContain(reason);
});

describe("a line that conflicts with other objects is rejected", () => {
  it.each<[string, () => Record<string, unknown>, string]>([
    ["a missing user", () => booking({ userId: 99 }), "User not found"],
    ["a missing event type", () => booking({ eventTypeId: 99 }), "Event type not found"],
    ["an event type of a missing user", () => eventTypeLine(9, 99), "User not found"],
    [
      "a membership in a missing team",
      () => ({ type: "membership", userId: 99, teamId: 1 }),
      "Team not found",
    ],
    [
      "an email address in use",
      () => userLine(9, { email: "HOST1@example.com " }),
      "email host1@example.com already exists",
    ],
    ["a username in use", () => userLine(9, { username: "host-1" }), "username host-1 already exists"],
    ["a slug in use", () => eventTypeLine(9, 1, { slug: "meeting-1" }), "slug meeting-1"],
    ["a uid in use", () => booking({ uid: lastUid() }), `uid uid-`],
    ["a booking that is too long", () => booking({ endTime: "2099-01-01T00:00:00Z" }), "at most 36 hours"],
    [
      "more attendees than seats",
      () => booking({ eventTypeId: 2, attendees: [1, 2, 3].map(attendeeLine) }),
      "seats",
    ],
  ])("%s", async (_, line, reason) => {
    expect(await reasonFor(line())).toContain(reason);
  });

  it("ids in use and a time that is not free: nothing is written", async () => {
    const one = booking({ references: [{ id: 7_001, type: "video" }], idempotencyKey: "k" });
    await importLines([...people, one]);
    const { counts } = await tableDigest(aws().url);
    const { startTime, endTime } = one;
    const imported = await importAfterDryRun(aws().url, [
      booking({ attendees: one["attendees"] }),
      booking({ references: [{ id: 7_001, type: "video" }] }),
      booking({ idempotencyKey: "k" }),
      booking({ startTime, endTime }),
      booking({ startTime, endTime, status: "CANCELLED", attendees: one["attendees"] }),
      { ...booking(), id: one["id"] },
      booking({ startTime, endTime, idempotencyKey: "k" }),
    ]);
    expect(reasonsIn(imported)).toEqual({
      1: expect.stringMatching(/^The attendee id \d+ is already in use\.$/),
      2: "The reference id 7001 is already in use.",
      3: "This booking already exists.",
      4: expect.stringContaining("the host is busy at that time"),
      5: expect.stringMatching(/^The attendee id \d+ is already in use\.$/),
      6: `The booking id ${one["id"]} is already in use.`,
      7: "This booking already exists.",
    });
    expect((await tableDigest(aws().url)).counts).toEqual(counts);
  });

  it("a payment whose external id another booking has", async () => {
    const paid = (id: number) =>
      booking({ payment: [{ id, amount: 5_000, currency: "EUR", success: true, externalId: "ch_9" }] });
    await importLines([...people, paid(8_001)]);
    expect(reasonsIn(await importAfterDryRun(aws().url, [paid(8_002)]))).toEqual({
      1: 'A payment with externalId "ch_9" already exists.',
    });
  });

  it("lines with the same time or seats: the first one is imported", async () => {
    const [one, other] = [booking({ eventTypeId: 2 }), booking({ eventTypeId: 2 })];
    const { startTime, endTime } = one;
    const crowd = Array.from({ length: 20 }, () => booking({ startTime, endTime }));
    const third = booking({ eventTypeId: 2, startTime, endTime });
    const later = Array.from({ length: 21 }, (_, at) => at + 6);
    const lines = [...people, one, { ...other, startTime, endTime }, third, ...crowd];
    const imported = await importAfterDryRun(aws().url, lines, later);
    expect(Object.keys(reasonsIn(imported)).map(Number)).toEqual(later);
    expect(reasonsIn(imported)[6]).toContain("seats");
  });
});

it("unknown fields are ignored and counted, and missing fields mean null", async () => {
  const line = booking({
    description: null,
    location: "here",
    attendees: [{ ...attendeeLine(9_999), phone: "1", bookingId: 3 }],
  });
  const { result, rejectedLines } = await importLines([...people, line, line]);
  expect(rejectedLines).toEqual([]);
  expect(result.counts["booking"]).toEqual({ imported: 1, unchanged: 1, rejected: 0 });
  expect(result.unknown).toEqual({
    "booking.user": 2,
    "booking.location": 2,
    "booking.attendees.phone": 2,
    "booking.attendees.bookingId": 2,
  });
});
