import type { Range } from "#lib/calendar/availability/calendar.ts";
import type { Bookable } from "#lib/calendar/event-types/get-bookable.ts";
import type { MovingBooking } from "./find-slots.ts";

/** The requested time of a booking. */
export interface RequestedTime {
  /** The id of the user who requests it. */
  callerId: number;
  bookable: Bookable;
  booking: {
    startTime: string;
    endTime: string;
    claim: Range | null;
    attendees: readonly unknown[];
    eventType: { seatsPerTimeSlot: number | null };
  };
  /** The booking that is moved, so that its current time becomes free. */
  moving?: MovingBooking | undefined;
  /** The zone in which the slots of a failure start at round times; by default UTC. */
  viewerZone?: string | undefined;
}
