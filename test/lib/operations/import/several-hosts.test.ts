import { describe, expect, it } from "vitest";
import type { Caller } from "#lib/caller.ts";
import { OPERATOR } from "#lib/caller.ts";
import { checkClaims } from "#lib/operations/doctor/check-claims.ts";
import { bookingRequest } from "#test/support/builders/builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import { bookingLine, eventTypeLine, userLine } from "#test/support/command-line/export-lines.ts";
import { importLines, reasonsIn } from "#test/support/command-line/import-lines.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const [OWNER, HOST, OTHER, STRANGER] = [1_234_501, 1_234_502, 1_234_503, 1_234_504];
const TEAM = 700_001;
const TYPE = 3_456_789;
const callerOf = (userId: number): Caller => ({ userId, role: "USER", scopes: "all", credentialId: "key" });
const listOf = (...ids: number[]) => ids.map((userId) => ({ userId }));

const TEAM_LINES = [
  ...[OWNER, HOST, OTHER, STRANGER].map((id) => userLine(id)),
  { type: "team", id: TEAM, name: "Importers", slug: "importers" },
  ...[OWNER, HOST, OTHER].map((userId) => ({
    type: "membership",
    teamId: TEAM,
    userId,
    role: userId === OWNER ? "OWNER" : "MEMBER",
    accepted: true,
  })),
];
const typeLine = (id: number, more: object) =>
  eventTypeLine(id, OWNER, {
    teamId: TEAM,
    schedulingType: "COLLECTIVE",
    hosts: listOf(HOST, OTHER),
    ...more,
  });

describe("an imported event type with several hosts", () => {
  it("has its hosts; imported bookings have one host, new bookings all", async () => {
    const start = Date.parse("2061-03-03T09:00:00Z");
    const { rejectedLines } = await importLines([
      ...TEAM_LINES,
      typeLine(TYPE, {}),
      bookingLine({ userId: OTHER, eventTypeId: TYPE, id: 2_000_001, start }),
    ]);
    expect(rejectedLines).toEqual([]);
    const busyOf = async (userId: number) => {
      const query = { userId, dateFrom: "2061-03-03", dateTo: "2061-03-04" };
      return Object(await callEndpoint("availability.get", callerOf(userId), { query })).json["busy"].length;
    };
    expect([await busyOf(HOST), await busyOf(OTHER)]).toEqual([0, 1]);
    const hours = { timeZone: "UTC", availability: [{ days: [4], startTime: "09:00", endTime: "12:00" }] };
    for (const userId of [HOST, OTHER])
      await callEndpoint("schedules.create", callerOf(userId), { body: { name: "Thursdays", ...hours } });
    const book = (time: string) => {
      const body = bookingRequest(TYPE, { start: `2061-03-03T${time}:00Z` });
      return callEndpoint("bookings.create", callerOf(OWNER), { body });
    };
    expect(await book("09:00")).toMatchObject({ status: 409, json: { rule: "busy" } });
    expect(await book("10:00")).toMatchObject({ status: 200, json: { userId: HOST } });
    expect([await busyOf(HOST), await busyOf(OTHER)]).toEqual([1, 2]);
    for (const userId of [HOST, OTHER]) expect(await checkClaims(OPERATOR, userId)).toEqual([]);
  });

  it.each([false, true])("is rejected if it could not be created (dry run: %s)", async (isDryRun) => {
    const lines = [
      typeLine(TYPE + 1, { hosts: [] }),
      typeLine(TYPE + 2, { hosts: listOf(HOST, HOST) }),
      typeLine(TYPE + 3, { teamId: null }),
      typeLine(TYPE + 4, { schedulingType: null }),
      typeLine(TYPE + 5, { length: 1_440 }),
      typeLine(TYPE + 6, { hosts: listOf(HOST, STRANGER) }),
    ];
    const reasons = reasonsIn(await importLines([...TEAM_LINES, ...lines], { isDryRun }));
    expect(Object.values(reasons)).toEqual([
      expect.stringContaining("at least one host"),
      expect.stringContaining("already in the list"),
      expect.stringContaining("only with a teamId"),
      expect.stringContaining("only with a schedulingType"),
      expect.stringContaining("fewer hosts"),
      expect.stringContaining("accepted member of the team"),
    ]);
  });
});
