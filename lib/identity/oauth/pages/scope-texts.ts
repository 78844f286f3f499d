import type { Scope } from "#lib/scopes.ts";

interface ScopeText {
  what: string;
  detail: string;
}

/** The description of each scope for the user who consents. */
export const SCOPE_TEXTS: Record<Scope, ScopeText> = {
  READ_BOOKING: {
    what: "See your bookings",
    detail: "Times, attendees, payments and event types",
  },
  WRITE_BOOKING: {
    what: "Create, change and cancel bookings for you",
    detail: "Also their attendees, and your event types",
  },
  READ_PROFILE: {
    what: "See your profile",
    detail: "Your name, email address, time zone and settings",
  },
  READ_SCHEDULE: {
    what: "See your schedules",
    detail: "The hours at which you can be booked",
  },
  WRITE_SCHEDULE: {
    what: "Manage your schedules",
    detail: "Create, change and delete the hours at which you can be booked",
  },
  READ_CALENDAR: {
    what: "See your calendars",
    detail: "Which calendars you have connected, and when they are busy, without titles",
  },
  WRITE_CALENDAR: {
    what: "Manage your calendars",
    detail: "Connect and disconnect calendars, choose which of them close slots, and set their busy times",
  },
  READ_MEMBERSHIP: {
    what: "See your teams",
    detail: "Your teams, your role in each of them, and their members if you administer them",
  },
  WRITE_MEMBERSHIP: {
    what: "Change your teams",
    detail: "Invite, change and remove members if your role allows it",
  },
  READ_WEBHOOK: {
    what: "See your webhooks",
    detail: "The URLs that receive your bookings' events, and the deliveries",
  },
  WRITE_WEBHOOK: {
    what: "Manage your webhooks",
    detail: "Create, change and delete URLs that receive your bookings' events",
  },
  ADMIN: {
    what: "Act with all your administrator rights",
    detail: "Also on other users' data, such as the calendars of your teams",
  },
};
