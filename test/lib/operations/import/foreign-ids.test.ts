import { expect, it } from "vitest";
import { getEventType } from "#lib/calendar/event-types/get.ts";
import { OPERATOR } from "#lib/caller.ts";
import { eventTypeLine, userLine } from "#test/support/command-line/export-lines.ts";
import { importLines } from "#test/support/command-line/import-lines.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

it("an imported event type names no schedule and no calendar: their ids are those of another service", async () => {
  const { rejectedLines } = await importLines([
    userLine(71),
    eventTypeLine(72, 71, { scheduleId: 1, destinationCalendarId: 1 }),
  ]);
  expect(rejectedLines).toEqual([]);
  expect(await getEventType(OPERATOR, 72)).toMatchObject({ scheduleId: null, destinationCalendarId: null });
});
