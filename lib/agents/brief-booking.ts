import * as z from "zod";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { AttendeeSummary, Booking } from "#lib/bookings/schema.ts";
import { DEFAULT_LOCATION, locationOf } from "#lib/calendar/event-types/location.ts";

const { shape } = Booking;

/** The fields of a booking that an agent needs. There are few, because a language model reads every field of a result. */
export const BriefBooking = z
  .object({
    id: shape.id,
    uid: shape.uid,
    title: shape.title,
    status: shape.status,
    startTime: shape.startTime,
    endTime: shape.endTime,
    eventTypeId: shape.eventTypeId,
    userId: shape.userId,
    attendees: z
      .array(AttendeeSummary.pick({ name: true, email: true, timeZone: true }))
      .describe("The attendees; the booker is the first."),
    location: z
      .string()
      .describe("Where the meeting takes place: its kind, then the phone number or address."),
    meetingUrl: z.string().nullable().describe("URL of the video meeting; null if there is none."),
    description: shape.description,
  })
  .describe("A booking. Times are UTC.");
type BriefBooking = z.output<typeof BriefBooking>;

/** Renders a booking for the results of tools. */
export function renderBriefBooking(booking: StoredBooking): BriefBooking {
  const { value, optionValue } = locationOf(booking.responses.location) ?? DEFAULT_LOCATION;
  const meeting = booking.references.find(({ meetingUrl, deleted }) => meetingUrl !== null && !deleted);
  return {
    ...booking,
    location: optionValue === "" ? value : `${value}: ${optionValue}`,
    meetingUrl: meeting?.meetingUrl ?? null,
  };
}
