import { describe, expect, it } from "vitest";
import {
  attendeeLine,
  bookingLine,
  eventTypeLine,
  exportLines,
  userLine,
} from "#test/support/command-line/export-lines.ts";
import { importLines, reasonsIn } from "#test/support/command-line/import-lines.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { tableDigest } from "#test/support/table/table-digest.ts";

const aws = useLocalTable();
const AHEAD = Date.UTC(2060, 0, 1);
const people = [userLine(1), eventTypeLine(1, 1), eventTypeLine(2, 1, { seatsPerTimeSlot: 2 })];
let made = 100;

/** A line of a booking that can be imported, with changes. */
const booking = (more: Record<string, unknown> = {}) => {
  made += 1;
  const start = AHEAD + made * 3_600_000;
  return bookingLine({ id: made, userId: 1, eventTypeId: 1, start }, more);
};

/** Imports lines after a dry run of them, which must reject the same lines for the same reasons. */
async function importTwice(lines: readonly (string | Buffer | Record<string, unknown>)[]) {
  const before = await tableDigest(aws().url, []);
  const { refusals } = await importLines(lines, { isDryRun: true });
  expect(await tableDigest(aws().url, [])).toEqual(before);
  const imported = await importLines(lines);
  expect(refusals).toEqual(imported.refusals);
  return imported;
}

/** The reason why a line is rejected that follows a valid booking. */
async function reasonFor(line: string | Buffer | Record<string, unknown>): Promise<string | undefined> {
  const imported = await importTwice([...people, booking(), line]);
  expect(imported.result.counts["booking"]?.imported).toBe(1);
  return reasonsIn(imported)[5];
}

describe("an invalid line is rejected, and the other lines are imported", () => {
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
    [
      "the same id twice",
      booking({ attendees: [attendeeLine(1), { ...attendeeLine(2), id: 1 }] }),
      "same id",
    ],
    ["an empty name", { type: "team", id: 1, name: "" }, "name:"],
  ])("%s", async (_, line, reason) => {
    expect(await reasonFor(line)).toContain(reason);
  });
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
    ["a uid in use", () => booking({ uid: `uid-${made}` }), `uid uid-`],
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
    const { counts } = await tableDigest(aws().url, []);
    const { startTime, endTime } = one;
    const imported = await importTwice([
      booking({ attendees: one["attendees"] }),
      booking({ references: [{ id: 7_001, type: "video" }] }),
      booking({ idempotencyKey: "k" }),
      booking({ startTime, endTime }),
      booking({ startTime, endTime, status: "CANCELLED", attendees: one["attendees"] }),
      { ...booking(), id: one["id"] },
    ]);
    expect(reasonsIn(imported)).toEqual({
      1: expect.stringMatching(/^The attendee id \d+ is already in use\.$/),
      2: "The reference id 7001 is already in use.",
      3: "This booking already exists.",
      4: expect.stringContaining("the host has another booking at that time"),
      5: expect.stringMatching(/^The attendee id \d+ is already in use\.$/),
      6: `The booking id ${one["id"]} is already in use.`,
    });
    expect((await tableDigest(aws().url, [])).counts).toEqual(counts);
  });

  it("a payment whose external id another booking has", async () => {
    const paid = (id: number) =>
      booking({ payment: [{ id, amount: 5_000, currency: "EUR", success: true, externalId: "ch_9" }] });
    await importLines([...people, paid(8_001)]);
    expect(reasonsIn(await importTwice([paid(8_002)]))).toEqual({
      1: 'A payment with externalId "ch_9" already exists.',
    });
  });

  it("lines with the same time or seats: the first one is imported", async () => {
    const [one, other] = [booking({ eventTypeId: 2 }), booking({ eventTypeId: 2 })];
    const { startTime, endTime } = one;
    const crowd = Array.from({ length: 20 }, () => booking({ startTime, endTime }));
    const third = booking({ eventTypeId: 2, startTime, endTime });
    const imported = await importTwice([...people, one, { ...other, startTime, endTime }, third, ...crowd]);
    expect(Object.keys(reasonsIn(imported)).map(Number)).toEqual(
      Array.from({ length: 21 }, (_, at) => at + 6),
    );
    expect(reasonsIn(imported)[6]).toContain("seats");
  });
});

it("unknown fields are ignored and counted, and missing fields mean null", async () => {
  const line = booking({
    description: null,
    location: "here",
    attendees: [{ ...attendeeLine(9_999), phone: "1", bookingId: 3 }],
  });
  const { result, refusals } = await importLines([...people, line, line]);
  expect(refusals).toEqual([]);
  expect(result.counts["booking"]).toEqual({ imported: 1, unchanged: 1, rejected: 0 });
  expect(result.unknown).toEqual({
    "booking.user": 2,
    "booking.location": 2,
    "booking.attendees.phone": 2,
    "booking.attendees.bookingId": 2,
  });
});

describe("a dry run", () => {
  const base = 600;
  const user = (id: number, more = {}) => userLine(base + id, more);
  const bookingOf = (host: number, more = {}) =>
    booking({ userId: base + host, eventTypeId: base + host, ...more });

  it("finds conflicts between lines of a file, and stores nothing", async () => {
    const first = bookingOf(1);
    const { startTime, endTime } = first;
    const seated = bookingOf(2, { attendees: [7_101, 7_102].map(attendeeLine) });
    const paid = { amount: 5_000, currency: "EUR", success: true, externalId: "ch_600" };
    const team = { type: "team", id: base, name: "Crew", slug: "crew" };
    const member = { type: "membership", teamId: base, userId: base + 1, role: "OWNER" };
    const imported = await importTwice([
      ...[user(1), user(2), team, { ...member, accepted: false }],
      eventTypeLine(base + 1, base + 1),
      eventTypeLine(base + 2, base + 2, { seatsPerTimeSlot: 3 }),
      ...[first, seated, bookingOf(1, { payment: [{ id: 1, ...paid }] })],
      user(3, { email: "HOST601@example.com" }),
      user(4, { username: "host-601" }),
      { ...team, id: base + 1 },
      { ...member, id: 9 },
      eventTypeLine(base + 3, base + 1, { slug: `meeting-${base + 1}` }),
      eventTypeLine(base + 4, base + 1, { teamId: base }),
      bookingOf(1, { startTime, endTime }),
      bookingOf(1, { uid: first["uid"] }),
      bookingOf(1, { attendees: first["attendees"] }),
      bookingOf(1, { payment: [{ id: 2, ...paid }] }),
      bookingOf(2, {
        startTime: seated["startTime"],
        endTime: seated["endTime"],
        attendees: [7_103, 7_104].map(attendeeLine),
      }),
      bookingOf(2, { startTime: seated["startTime"], endTime: seated["endTime"] }),
    ]);
    expect(imported.result.counts["booking"]).toEqual({ imported: 4, unchanged: 0, rejected: 5 });
    expect(imported.refusals.map(({ line, errors }) => [line, errors[0]?.field, errors[0]?.value])).toEqual([
      [10, "email", "host601@example.com"],
      [11, "username", "host-601"],
      [12, "slug", "crew"],
      [13, "id", 9],
      [14, "slug", "meeting-601"],
      [15, "teamId", base],
      [16, "startTime", startTime],
      [17, "uid", first["uid"]],
      [18, "attendees", undefined],
      [19, "payment", undefined],
      [20, "startTime", seated["startTime"]],
    ]);
  });

  it("finds conflicts with stored bookings, and counts lines of existing objects as unchanged", async () => {
    const stored = booking();
    await importLines([...people, stored]);
    const { startTime, endTime } = stored;
    const { result, refusals } = await importLines(
      [...people, stored, booking({ startTime, endTime }), booking({ status: "MAYBE" })],
      { isDryRun: true },
    );
    expect(result.counts).toMatchObject({
      user: { imported: 0, unchanged: 1 },
      booking: { imported: 0, unchanged: 1, rejected: 2 },
    });
    expect(refusals).toMatchObject([
      { line: 5, code: "no_available_users_found_error", errors: [{ field: "startTime", value: startTime }] },
      { line: 6, code: "invalid_line", errors: [{ field: "status", value: "MAYBE" }] },
    ]);
  });

  it("finds what the import of a whole service finds", async () => {
    const { refusals } = await importTwice([...exportLines({ bookings: 300, base: 20_000 })]);
    expect(new Set(refusals.map(({ code }) => code))).toEqual(
      new Set(["invalid_line", "no_available_users_found_error"]),
    );
  });
});
