/** An endpoint that clients of other scheduling APIs call, and what to use here instead. */
interface EndpointHint {
  /** Methods; undefined for all methods. */
  methods?: readonly string[];
  /** Segments in braces match any segment. Paths below it match, too. */
  path: string;
  hint: string;
}

const CALENDARS =
  "Connect calendars with POST /calendar-connections, or send busy times with PUT /calendars/{id}/busy.";
const NO_RECORDINGS = "This service does not record meetings.";
const USERS =
  "Operators manage users on the command line: npm run admin -- users, and privacy erase to delete one.";

/** Endpoints of Cal.com's API v1 and v2 that do not exist here. docs/moving-from-cal-v1.md has the same sentences. */
export const ENDPOINT_HINTS: readonly EndpointHint[] = [
  {
    path: "/api-keys",
    hint: "Users create API keys on the page /account, or operators do on the command line: npm run admin -- api-keys.",
  },
  { path: "/bookings/{id}/confirm", hint: 'Send PATCH /bookings/{id} with "status": "ACCEPTED".' },
  { path: "/bookings/{id}/decline", hint: 'Send PATCH /bookings/{id} with "status": "REJECTED".' },
  { path: "/bookings/{id}/recordings", hint: NO_RECORDINGS },
  {
    path: "/bookings/{id}/reschedule",
    hint: "Send POST /bookings with the uid of the booking as rescheduleUid.",
  },
  { path: "/bookings/{id}/transcripts", hint: NO_RECORDINGS },
  { path: "/calendars", hint: CALENDARS },
  { path: "/connected-calendars", hint: CALENDARS },
  { path: "/credential-sync", hint: CALENDARS },
  { path: "/custom-inputs", hint: "Send bookingFields with PATCH /event-types/{id}." },
  { path: "/destination-calendars", hint: CALENDARS },
  { path: "/invites", hint: "Add users to a team with POST /memberships." },
  { path: "/selected-calendars", hint: CALENDARS },
  { path: "/teams/{id}/publish", hint: "Teams need not be published." },
  {
    methods: ["POST"],
    path: "/teams",
    hint: "Operators create teams on the command line: npm run admin -- teams create.",
  },
  { methods: ["PATCH", "DELETE"], path: "/teams/{id}", hint: "Change its members with /memberships." },
  { methods: ["POST"], path: "/users", hint: USERS },
  { methods: ["PATCH", "DELETE"], path: "/users/{id}", hint: USERS },
];

const OTHER_VERSION = /^\/(?:api\/)?v(?:\d{1,4})(?:\/|$)/;

/** A sentence that says what to use instead of an endpoint that does not exist; undefined if there is none for it. */
export function hintFor(method: string, path: string): string | undefined {
  if (OTHER_VERSION.test(path)) return "This service has version 1 of its API only, under /v1.";
  const segments = path.split("/");
  return ENDPOINT_HINTS.find(
    (one) => (one.methods ?? [method]).includes(method) && startsWith(segments, one.path.split("/")),
  )?.hint;
}

const startsWith = (segments: readonly string[], pattern: readonly string[]): boolean =>
  pattern.every((part, at) => (part.startsWith("{") ? segments[at] !== undefined : part === segments[at]));
