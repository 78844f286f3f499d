import type { StoredBooking } from "#lib/bookings/entity.ts";
import { bookingPayload } from "#lib/bookings/events/booking-payload.ts";
import type { StoredCalendar } from "#lib/calendar/external/entity.ts";
import { writeEvent } from "#lib/calendar/icalendar-writer.ts";

/** UTF-16 units of a title and a description. Servers reject large events. */
const MAX_TITLE = 500;
const MAX_DESCRIPTION = 20_000;

/**
 * Renders a booking as the iCalendar text for a host's calendar, in the host's time zone. It names no attendees in fields of their own, or
 * the calendar's server would send them invitations (RFC 6638): they are in the description.
 */
export function eventTextOf(
  booking: StoredBooking,
  { userId, eventDetails }: Pick<StoredCalendar, "userId" | "eventDetails">,
): string {
  const { user, otherHosts = [], iCalUID: uid, iCalSequence: sequence } = booking;
  const host = otherHosts.find(({ id }) => id === userId) ?? user;
  return writeEvent({
    uid,
    sequence,
    stamp: Date.parse(booking.updatedAt),
    start: Date.parse(booking.startTime),
    end: Date.parse(booking.endTime),
    timeZone: host.timeZone,
    ...(eventDetails === "full" ? detailsOf(booking) : { summary: "Busy" }),
  });
}

function detailsOf(booking: StoredBooking): { summary: string; description: string; location: string } {
  const { attendees, responses, location } = bookingPayload("BOOKING_CREATED", booking, {});
  const people = attendees.map(({ name, email, phoneNumber }) =>
    [...(name === email ? [email] : [name, `<${email}>`]), phoneNumber]
      .filter((each) => each !== null)
      .join(" "),
  );
  const answers = Object.entries(responses).flatMap(([slug, { label, value }]) =>
    IN_OTHER_FIELDS.has(slug) || value === null || value === "" ? [] : [`${label}: ${textOf(value)}`],
  );
  const parts = [booking.description ?? "", people.join("\n"), answers.join("\n")];
  const description = parts.filter((part) => part !== "").join("\n\n");
  return {
    summary: shorten(booking.title, MAX_TITLE),
    description: shorten(description, MAX_DESCRIPTION),
    location: shorten(location, MAX_TITLE),
  };
}

/** Answers that are in other parts of an event. */
const IN_OTHER_FIELDS = new Set(["name", "email", "guests", "phone", "location"]);

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

const shorten = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest - 1).toWellFormed()}…` : text;
