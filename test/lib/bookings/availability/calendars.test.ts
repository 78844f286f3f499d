import { beforeEach, expect, it } from "vitest";
import { setClock } from "#lib/platform/clock.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { connectPushed, pushBusy } from "#test/support/builders/calendars.ts";
import { makeMember, makeTeam } from "#test/support/builders/teams.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { at, RANGE, requestAvailability } from "./request-availability.ts";

useLocalTable();
beforeEach(() => {
  setClock(() => Date.parse("2031-03-01T12:00:00Z"));
});

it("lists busy times of calendars with their source for those who can read bookings, and without for others", async () => {
  const team = await makeTeam();
  const host = await makeMember(team, "MEMBER");
  const [work, other] = [await connectPushed(host, "Work"), await connectPushed(host, "Club")];
  const push = (id: number, from: string, to: string) =>
    pushBusy(host, id, { from: RANGE.dateFrom, to: RANGE.dateTo, busy: [{ start: at(from), end: at(to) }] });
  await push(work.calendarId, "09:30", "10:30");
  await push(other.calendarId, "10:00", "11:00");
  await book(host, await makeEventType(host), { start: at("09:00") });

  const times = [
    { start: at("09:00"), end: at("09:30") },
    { start: at("09:30"), end: at("10:30") },
    { start: at("10:00"), end: at("11:00") },
  ];
  const query = { ...RANGE, userId: host.userId };
  const busyFor = async (caller: typeof host) => (await requestAvailability(caller, query)).json["busy"];
  for (const caller of [host, await makeHost("ADMIN")])
    expect(await busyFor(caller)).toEqual([
      { ...times[0], title: expect.any(String), source: expect.stringContaining("booking") },
      { ...times[1], title: "Busy", source: `calendar:${work.calendarId}` },
      { ...times[2], title: "Busy", source: `calendar:${other.calendarId}` },
    ]);
  expect(await busyFor(await makeMember(team, "MEMBER"))).toEqual(times);
});
