import { beforeEach, describe, expect, it } from "vitest";
import { ClaimRow } from "#lib/calendar/claims/claims.ts";
import { EXTERNAL_MINUTES } from "#lib/calendar/claims/external-minutes.ts";
import { setClock } from "#lib/platform/clock.ts";
import { update } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { putBusy } from "#test/lib/calendar/external/put-busy.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { connectPushed } from "#test/support/builders/calendars.ts";
import { stopAfterWrites } from "#test/support/cloud/stop-after-writes.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { check, HOUR, START } from "./broken-calendar.ts";

useLocalTable();
beforeEach(() => setClock(() => Date.parse("2030-03-01T12:00:00Z")));

const DAY = { from: "2030-03-04T00:00:00Z", to: "2030-03-05T00:00:00Z" };
const BUSY = { ...DAY, busy: [{ start: START, end: "2030-03-04T09:45:00.000Z" }] };

async function makeBusyHost() {
  const host = await makeHost();
  const { calendarId } = await connectPushed(host);
  await putBusy(host, calendarId, BUSY);
  return { host, calendarId };
}

describe("the check of busy minutes of calendars", () => {
  it("finds nothing in correct rows", async () => {
    expect(await check((await makeBusyHost()).host)).toEqual([]);
  });

  it("finds minutes that no calendar has, and that are missing", async () => {
    const { host } = await makeBusyHost();
    const { userId } = host;
    const setMinutes = (hour: number, text: string) =>
      writeOne(update(ClaimRow, { userId, hour }, { set: { userId, hour, [EXTERNAL_MINUTES]: text } }));
    await setMinutes(HOUR, "0-30");
    await setMinutes(HOUR + 2, "15-20");
    const part = { userId, part: "calendars" };
    expect(await check(host)).toEqual([
      { ...part, subject: "2030-03-04T09:00Z/2030-03-04T10:00Z", expected: "0-45", found: "0-30" },
      { ...part, subject: "2030-03-04T11:00Z/2030-03-04T12:00Z", expected: "none", found: "15-20" },
    ]);
  });

  it("finds nothing while a projection waits to be completed", async () => {
    const { host, calendarId } = await makeBusyHost();
    await stopAfterWrites(1, () => putBusy(host, calendarId, { ...DAY, busy: [] }));
    expect(await check(host)).toEqual([]);
  });
});
