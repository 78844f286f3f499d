import { ManualClock } from "@almanac/local-cloud/testing/manual-clock.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { CalendarsOfUser } from "#lib/calendar/external/entity.ts";
import { setClock } from "#lib/platform/clock.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { at, DAY, makeHostWithEventType, timesOf } from "#test/lib/calendar/slots/slot-requests.ts";
import { connectPushed, pushBusy } from "#test/support/builders/calendars.ts";
import { simulateMeetings } from "#test/support/builders/meetings.ts";
import { stopAfterWrites } from "#test/support/cloud/stop-after-writes.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { putBusy } from "./put-busy.ts";

const clock = new ManualClock(Date.parse("2031-03-01T12:00:00Z"));
const aws = useLocalTable({ clock });
const { pass } = simulateMeetings(clock, aws);
beforeEach(() => setClock(() => clock.now()));

const MORNING = {
  from: `${DAY}T00:00:00Z`,
  to: "2031-03-05T00:00:00Z",
  busy: [{ start: at("09:00"), end: at("10:30") }],
};

/** Busy times of more hours than one transaction writes; those of the morning are in the second one. */
const DAYS = {
  from: "2031-03-01T00:00:00Z",
  to: MORNING.to,
  busy: [{ start: "2031-03-01T12:00:00Z", end: at("10:30") }],
};

describe("busy times whose function stopped before it wrote the claim rows", () => {
  it.each([
    ["all", MORNING, 1],
    ["the second half of", DAYS, 2],
  ])("close slots after the next sweep, without another request: %s of the rows", async (_, sent, writes) => {
    const { host, eventTypeId } = await makeHostWithEventType();
    const { calendarId } = await connectPushed(host);
    expect(await stopAfterWrites(writes, () => putBusy(host, calendarId, sent))).toBe(true);
    expect(await timesOf(host, { eventTypeId })).toHaveLength(4);
    await pass(3);
    expect(await timesOf(host, { eventTypeId })).toEqual([at("10:30")]);
    expect(await findItem(CalendarsOfUser, host)).toEqual({
      userId: host.userId,
      revision: 2,
      projected: 2,
    });
  });

  it("are not in the due index when they were written", async () => {
    const { host } = await makeHostWithEventType();
    const { calendarId } = await connectPushed(host);
    await pushBusy(host, calendarId, MORNING);
    expect(await findItem(CalendarsOfUser, host)).toEqual({
      userId: host.userId,
      revision: 2,
      projected: 2,
    });
  });
});
