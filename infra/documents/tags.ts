/** What the operations of a tag are about; the linter refuses a tag that is missing here. */
const DESCRIPTIONS: Record<string, string> = {
  audit: "Who changed what, for system admins.",
  attendees: "Who takes part in a booking.",
  "booking-references": "What a booking is called elsewhere: video rooms, calendar entries.",
  bookings: "Meetings of a host with attendees. A host's bookings never overlap.",
  documents: "This description, for machines and people.",
  "event-types": "What can be booked with a host.",
  events: "What happened to the caller's bookings, as webhooks are told it.",
  me: "The calling user.",
  memberships: "Which users belong to which teams, and as what.",
  oauth: "Access for applications in the name of a user (OAuth 2.0).",
  payments: "What was paid for bookings.",
  webhooks: "Subscribers that are told of events.",
};

/** The tags of the document, in the order of their names. */
export const tagsOf = (names: readonly string[]): object[] =>
  [...new Set(names)].toSorted().map((name) => {
    const description = DESCRIPTIONS[name];
    return description === undefined ? { name } : { name, description };
  });

/** The tag of an endpoint. */
export const tagOf = ({ id }: { id: string }): string => id.split(".")[0] ?? id;
