/** What the field `ignoreAvailability` of a booking's bodies does. */
export const IGNORE_AVAILABILITY =
  "Books also outside the hours, notice, booking window and limits of the event type, but never a time that another booking has. Only for the host and admins; ignored for other callers.";
