import * as z from "zod";

/** The limit of a body, and so of a value that is not stored. */
const BODY_SIZE = { "x-maxBytes": 262_144 };

/** A field of Cal.com's API v1 that has no effect here: any value is accepted, and none is stored. */
const ignored = (reason: string) => {
  const schema = z
    .unknown()
    .transform(() => undefined)
    .optional()
    .meta(BODY_SIZE)
    .describe(`Ignored: ${reason}`);
  return Object.assign(schema, { reason });
};

const PAGES = "there are no booking pages.";
const MANAGED = "there are no managed event types.";

/** The fields of event types in Cal.com's API v1 that have no effect here. */
export const IGNORED_FIELDS = {
  assignAllTeamMembers: ignored("list the members as `hosts`."),
  children: ignored(MANAGED),
  customInputs: ignored("send `bookingFields`."),
  disableGuests: ignored("bookings can have guests."),
  eventName: ignored("send `title` with each booking."),
  hideCalendarNotes: ignored("calendars are not connected."),
  metadata: ignored("only bookings have metadata."),
  onlyShowFirstAvailableSlot: ignored("`GET /slots` lists all slots."),
  parentId: ignored(MANAGED),
  position: ignored("event types are listed by id."),
  recurringEvent: ignored("send a booking for each occurrence, with the same `recurringEventId`."),
  seatsShowAttendees: ignored(PAGES),
  seatsShowAvailabilityCount: ignored(PAGES),
  successRedirectUrl: ignored(PAGES),
  timeZone: ignored("the schedule has the time zone."),
};

/** The ignored fields of an update. */
export const IGNORED_CHANGES = { ...IGNORED_FIELDS, userId: ignored("the owner cannot change.") };

/** A field of a request that had no effect. */
export const Warning = z
  .object({
    pointer: z.string().describe("The ignored field, as a JSON Pointer."),
    message: z.string().describe("Why it has no effect, and what to use instead."),
  })
  .meta({
    example: { pointer: "#/position", message: '"position" is ignored: event types are listed by id.' },
  });

/** The warnings of a response; the field is missing if there are none. */
export const Warnings = z
  .array(Warning)
  .optional()
  .describe("Fields that were ignored. Missing if there are none.");

/** The warnings about the ignored fields of a request, as a part of the response. Empty if there are none. */
export function warningsAbout(
  body: object,
  fields: Partial<typeof IGNORED_CHANGES>,
): { warnings?: z.output<typeof Warning>[] } {
  const warnings = Object.entries(fields)
    .filter(([name]) => name in body)
    .map(([name, { reason }]) => ({ pointer: `#/${name}`, message: `"${name}" is ignored: ${reason}` }));
  return warnings.length > 0 ? { warnings } : {};
}
