import { DueMeeting } from "#lib/bookings/due-meeting.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { nextMeeting } from "#lib/bookings/meeting.ts";
import { now } from "#lib/platform/clock.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { duePartition } from "#lib/storage/timers/due.ts";
import type { Suspicion } from "./disagreement.ts";

/**
 * Compares bookings with the due index: an accepted booking in the future must be due for its start, and its next event must be in the
 * index at the time of that event.
 */
export async function compareMeetings(bookings: readonly StoredBooking[]): Promise<Suspicion[]> {
  const found = await findItems(bookings.map((booking) => itemRequest(DueMeeting, booking)));
  return bookings
    .map((booking, at) => {
      const { due, wakesAt, nextMeetingTrigger: trigger } = found[at] ?? {};
      const isFound = due === duePartition("meetings", booking.id) && wakesAt !== undefined;
      return {
        userId: booking.userId,
        part: "meeting" as const,
        subject: `meeting of booking ${booking.id}`,
        expected: dueText(expectedNext(booking)),
        found: dueText(isFound ? { trigger: trigger ?? "nothing", at: wakesAt } : undefined),
        asOf: `${booking.id}:${booking.version}`,
      };
    })
    .filter((meeting) => meeting.expected !== meeting.found);
}

function expectedNext(booking: StoredBooking) {
  const isFuture = Date.parse(booking.startTime) > now();
  return nextMeeting(isFuture ? { ...booking, nextMeetingTrigger: "MEETING_STARTED" } : booking);
}

const dueText = (due: { trigger: string; at: string } | undefined): string =>
  due ? `${due.trigger} at ${due.at}` : "nothing due";
