import { describe, expect, it } from "vitest";
import { attendeeLine, eventTypeLine, userLine } from "#test/support/command-line/export-lines.ts";
import { importLines } from "#test/support/command-line/import-lines.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { booking, importAfterDryRun, people } from "./import-after-dry-run.ts";

const aws = useLocalTable();

describe("a dry run", () => {
  const base = 600;
  const user = (id: number, more = {}) => userLine(base + id, more);
  const bookingOf = (host: number, more = {}) =>
    booking({ userId: base + host, eventTypeId: base + host, ...more });

  it("finds lines that create the same, but not those that take the same time, and stores nothing", async () => {
    const first = bookingOf(1);
    const { startTime, endTime } = first;
    const seated = bookingOf(2, { attendees: [7_101, 7_102].map(attendeeLine) });
    const paid = { amount: 5_000, currency: "EUR", success: true, externalId: "ch_600" };
    const team = { type: "team", id: base, name: "Crew", slug: "crew" };
    const member = { type: "membership", teamId: base, userId: base + 1, role: "OWNER" };
    const imported = await importAfterDryRun(
      aws().url,
      [
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
      ],
      [15, 16, 20],
    );
    expect(imported.result.counts["booking"]).toEqual({ imported: 4, unchanged: 0, rejected: 5 });
    expect(
      imported.rejectedLines.map(({ line, errors }) => [line, errors[0]?.field, errors[0]?.value]),
    ).toEqual([
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

  it("finds memberships with the id of an earlier line", async () => {
    const base = 650;
    const teams = [base, base + 1].map((id) => ({ type: "team", id, name: `Crew ${id}` }));
    const members = teams.map(({ id }) => ({
      ...{ type: "membership", id: 651, teamId: id, userId: base + 1 },
      ...{ role: "OWNER", accepted: true },
    }));
    const lines = [userLine(base + 1), ...teams, ...members];
    const { rejectedLines } = await importAfterDryRun(aws().url, lines);
    expect(rejectedLines).toMatchObject([
      { line: 5, type: "membership", errors: [{ field: "id", value: 651 }] },
    ]);
  });

  it("finds conflicts with stored bookings, and counts lines of existing objects as unchanged", async () => {
    const stored = booking();
    await importLines([...people, stored]);
    const { startTime, endTime } = stored;
    const { result, rejectedLines } = await importLines(
      [...people, stored, booking({ startTime, endTime }), booking({ status: "MAYBE" })],
      { isDryRun: true },
    );
    expect(result.counts).toMatchObject({
      user: { imported: 0, unchanged: 1 },
      booking: { imported: 0, unchanged: 1, rejected: 2 },
    });
    expect(rejectedLines).toMatchObject([
      { line: 5, code: "no_available_users_found_error", errors: [{ field: "startTime", value: startTime }] },
      { line: 6, code: "invalid_line", errors: [{ field: "status", value: "MAYBE" }] },
    ]);
  });
});
