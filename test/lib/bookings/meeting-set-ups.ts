import { ManualClock } from "@almanac/local-cloud/testing/manual-clock.ts";
import { beforeEach } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import { setClock } from "#lib/platform/clock.ts";
import { listMeetingEvents, type MeetingSetUp, simulateMeetings } from "#test/support/builders/meetings.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { recreateTable } from "#test/support/table/recreate-table.ts";

/** Trigger of the event of a start. */
export const STARTED = "MEETING_STARTED";

/** Trigger of the event of an end. */
export const ENDED = "MEETING_ENDED";

/** Uses a table and a clock for the tests of a file. The meeting of a set-up starts in two minutes and ends in six. */
export function useMeetings() {
  const clock = new ManualClock(Date.parse("2030-03-04T08:00:00Z"));
  const aws = useLocalTable({ clock });
  beforeEach(async () => {
    // A sweep would have work of earlier tests at every minute.
    await recreateTable();
    setClock(() => clock.now());
  });
  return { aws, clock, ...simulateMeetings(clock, aws) };
}

/** Updates the booking of a set-up. */
export const change = ({ host, booking }: MeetingSetUp, changes: object): Promise<StoredBooking> =>
  updateBooking(host, { id: booking.id }, BookingUpdate.parse(changes));

/** Cancels the booking of a set-up. */
export const cancel = ({ host, booking }: MeetingSetUp): Promise<StoredBooking> =>
  cancelBooking(host, { id: booking.id }, {});

/** Lists the triggers of the meeting events of a set-up. */
export const triggersOf = async ({ host }: MeetingSetUp): Promise<string[]> =>
  (await listMeetingEvents(host)).map(([trigger]) => trigger);
