/** What the operations of a tag are about; the linter refuses a tag that is missing here. */
const DESCRIPTIONS: Record<string, string> = {
  audit: "Audit log of changes, for system admins.",
  attendees: "Attendees of bookings.",
  "booking-references": "Links from a booking to external systems, such as video rooms and calendar entries.",
  availabilities: "Availability entries of schedules: weekly hours and overrides of single dates.",
  availability: "When users are busy and when their schedules are open.",
  bookings: "Meetings of a host with attendees. A host's bookings never overlap.",
  documents: "API descriptions for programs and people.",
  "event-types": "Kinds of meetings that can be booked with a host.",
  events: "Events of the caller's bookings, with the same payload as webhooks.",
  me: "Profile and authorized applications of the caller.",
  memberships: "Members of teams and their roles.",
  oauth: "OAuth 2.0 for applications that act for a user.",
  payments: "Payments for bookings.",
  reservations: "Slots kept free for a few minutes, until they are booked.",
  schedules: "When users can be booked: weekly hours, overrides and a time zone.",
  slots: "Times at which an event type can be booked.",
  teams: "Teams of the caller.",
  users: "Profiles of users.",
  webhooks: "URLs that receive events.",
};

/** The tags of the document, in the order of their names. */
export const tagsOf = (names: readonly string[]): object[] =>
  [...new Set(names)].toSorted().map((name) => {
    const description = DESCRIPTIONS[name];
    return description === undefined ? { name } : { name, description };
  });

/** The tag of an endpoint. */
export const tagOf = ({ id }: { id: string }): string => id.split(".")[0] ?? id;
