import * as z from "zod";

/** The limit of a body, and so of a value that is not stored. */
const BODY_SIZE = { "x-maxBytes": 262_144 };

/** A field of Cal.com's API v1 that has no effect here, and why: any value is accepted, and none is stored. */
export const ignored = (reason: string) => {
  const schema = z
    .unknown()
    .transform(() => undefined)
    .optional()
    .meta(BODY_SIZE)
    .describe(`Ignored: ${reason}`);
  return Object.assign(schema, { reason });
};

/** Why fields for booking pages are ignored. */
export const NO_PAGES = "there are no booking pages.";
const MANAGED = "there are no managed event types.";

/** Schemas of ignored fields by name. */
export type IgnoredFields = Record<string, ReturnType<typeof ignored>>;

/** The fields of event types in Cal.com's API v1 that have no effect here. */
export const IGNORED_FIELDS = {
  assignAllTeamMembers: ignored("list the members as `hosts`."),
  children: ignored(MANAGED),
  customInputs: ignored("send `bookingFields`."),
  disableGuests: ignored("bookings can have guests."),
  eventName: ignored("send `title` with each booking."),
  hideCalendarNotes: ignored("the calendar decides, with its `eventDetails`."),
  metadata: ignored("only bookings have metadata."),
  onlyShowFirstAvailableSlot: ignored("`GET /slots` lists all slots."),
  parentId: ignored(MANAGED),
  position: ignored("event types are listed by id."),
  recurringEvent: ignored("send a booking for each occurrence, with the same `recurringEventId`."),
  seatsShowAttendees: ignored(NO_PAGES),
  seatsShowAvailabilityCount: ignored(NO_PAGES),
  successRedirectUrl: ignored(NO_PAGES),
  timeZone: ignored("the schedule has the time zone."),
};

/** The ignored fields of an update. */
export const IGNORED_CHANGES = { ...IGNORED_FIELDS, userId: ignored("the owner cannot change.") };
