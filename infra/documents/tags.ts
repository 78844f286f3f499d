interface Tag {
  name: string;
  description: string;
}

/** The groups of operations, by the first word of their ids. In the order of the reference, the most used ones first. */
const TAGS: Record<string, Tag> = {
  bookings: {
    name: "Bookings",
    description: "Meetings of a host with attendees. A host's bookings never overlap.",
  },
  slots: { name: "Slots", description: "Times at which an event type can be booked." },
  reservations: {
    name: "Reservations",
    description: "Slots reserved for a few minutes, until they are booked.",
  },
  "event-types": {
    name: "Event Types",
    description: "Kinds of meetings that can be booked: length, questions, price, notice and limits.",
  },
  availability: {
    name: "Availability",
    description: "When users are busy and when their schedules are open.",
  },
  schedules: {
    name: "Schedules",
    description: "When users can be booked: weekly hours, hours of single dates and a time zone.",
  },
  availabilities: {
    name: "Schedule Entries",
    description: "The availabilities of a schedule one by one: weekly hours, or the hours of one date.",
  },
  calendars: { name: "Calendars", description: "Other calendars of a user, whose busy times close slots." },
  "calendar-connections": {
    name: "Calendar Connections",
    description: "Connections to other calendars of a user.",
  },
  attendees: { name: "Attendees", description: "Attendees of bookings." },
  "booking-references": {
    name: "Booking References",
    description: "Links from a booking to external systems, such as video rooms and calendar entries.",
  },
  payments: { name: "Payments", description: "Payments for bookings." },
  teams: { name: "Teams", description: "Teams of the caller." },
  memberships: { name: "Memberships", description: "Members of teams and their roles." },
  users: { name: "Users", description: "Profiles of users." },
  me: { name: "Your Account", description: "Your profile, and the applications you have authorized." },
  account: { name: "Account Pages", description: "HTML pages on which users manage their own account." },
  webhooks: { name: "Webhooks", description: "URLs that receive events." },
  events: {
    name: "Events",
    description: "Events of your bookings, with the same payload as webhooks.",
  },
  oauth: { name: "OAuth", description: "OAuth 2.0 for applications that act for a user." },
  agents: { name: "AI Agents", description: "The MCP server, through which AI agents book meetings." },
  audit: { name: "Audit Log", description: "Who changed what, for system admins." },
  documents: { name: "Documents", description: "API descriptions for programs and people." },
};

/** The tags with these names, in the order of the reference. */
export const tagsOf = (names: readonly string[]): Tag[] =>
  Object.values(TAGS).filter(({ name }) => names.includes(name));

/** The tag of an endpoint. The linter rejects a tag that is not declared here. */
export function tagOf({ id }: { id: string }): string {
  const [first = id] = id.split(".");
  return TAGS[first]?.name ?? first;
}
