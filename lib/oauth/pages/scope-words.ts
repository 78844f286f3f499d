import type { Scope } from "#lib/scopes.ts";

interface ScopeWords {
  what: string;
  detail: string;
}

/** What a scope lets an application do, in the words of whoever is asked. */
export const SCOPE_WORDS: Record<Scope, ScopeWords> = {
  READ_BOOKING: {
    what: "See your bookings",
    detail: "When they are, who comes, what was paid, and what can be booked with you",
  },
  WRITE_BOOKING: {
    what: "Make, change and cancel bookings for you",
    detail: "And who comes to them, and what can be booked with you",
  },
  READ_PROFILE: {
    what: "See your profile",
    detail: "Your name, email address, time zone and settings",
  },
  READ_MEMBERSHIP: {
    what: "See your teams",
    detail: "Which teams you are in, and your part in them",
  },
  WRITE_MEMBERSHIP: {
    what: "Change your teams",
    detail: "Invite, change and remove members where you may",
  },
  READ_WEBHOOK: {
    what: "See your webhooks",
    detail: "Where news of your bookings is sent, and what was sent",
  },
  WRITE_WEBHOOK: {
    what: "Have news of your bookings sent elsewhere",
    detail: "Make, change and delete webhooks",
  },
  ADMIN: {
    what: "Act with all your rights as an administrator",
    detail: "Also on what belongs to other people",
  },
};
