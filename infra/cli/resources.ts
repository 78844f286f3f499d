/** A noun whose commands are derived from the endpoints in a folder of `functions/`. */
export interface Resource {
  folder: string;
  /** Endpoints of another folder that are commands of the noun, too, by verb; the usage of their commands. */
  more?: { folder: string; usages: Readonly<Record<string, string>> };
  description: string;
  /** Columns of its list. Lists with another verb have all fields. */
  columns: readonly string[];
  /** An option of its list that keeps only some elements. */
  filter?: { flag: string; description: string; keeps: (element: object) => boolean };
  /** Text after its help, with examples. */
  help: string;
}

/** The last part of a folder, or of an endpoint's id: the noun or the verb of a command. */
export const nameOf = (path: string): string => path.split(/[./]/).at(-1) ?? "";

/** The resources of the API that the command line has commands for. */
export const RESOURCES: readonly Resource[] = [
  {
    folder: "memberships",
    description: "users in teams",
    columns: ["id", "teamId", "userId", "role", "accepted"],
    help: `
A membership is an invitation until it is accepted. Its key is the id of the user and that of the team, such as 7_3.

Examples:
  npm run admin -- memberships create --team night-shift --user ann@example.com --role OWNER --accepted
  npm run admin -- memberships update 7_3 --role ADMIN
  npm run admin -- memberships update 7_3 --accepted
  npm run admin -- memberships delete 7_3 --dry-run
  npm run admin -- memberships list --team night-shift`,
  },
  {
    folder: "event-types",
    description: "what can be booked with a host",
    columns: ["id", "userId", "slug", "title", "length", "hidden", "bookableBy"],
    help: `
Examples:
  npm run admin -- event-types create --user ann@example.com --title "Half an hour" --length 30
  npm run admin -- event-types update 7 --after-event-buffer 15 --locations '[{"value":"integrations:meet"}]'
  npm run admin -- event-types update 7 --team night-shift --scheduling-type round_robin --hosts '[{"userId":1},{"userId":2}]'
  npm run admin -- event-types list --user ann@example.com
  npm run admin -- event-types list --team night-shift
  npm run admin -- event-types show 7
  npm run admin -- event-types delete 7 --dry-run`,
  },
  {
    folder: "schedules",
    description: "weekly hours and overrides of users",
    columns: ["id", "userId", "name", "timeZone", "isDefault"],
    help: `
Without --availability a schedule is open Monday to Friday from 09:00 to 17:00. Days count from 0 = Sunday.

Examples:
  npm run admin -- schedules create --user ann@example.com --name Work --availability '[{"days":[1,2,3],"startTime":"09:00","endTime":"12:00"}]'
  npm run admin -- schedules create --user ann@example.com --name Away --overrides '[{"date":"2031-03-04","slots":[]}]'
  npm run admin -- schedules list --user ann@example.com
  npm run admin -- schedules show 7
  npm run admin -- schedules delete 7 --dry-run`,
  },
  {
    folder: "calendars",
    more: {
      folder: "calendar-connections",
      usages: { create: "connect", delete: "disconnect <connectionId>" },
    },
    description: "calendars whose busy times close slots",
    columns: ["id", "connectionId", "userId", "name", "countsAsBusy", "status", "lastChangedAt"],
    help: `
A calendar belongs to a connection. \`disconnect\` deletes the connection, and all its calendars. docs/calendars.md has more.
\`connect --type caldav\` reads the password from standard input, and the calendars from their server.

Examples:
  npm run admin -- calendars connect --user ann@example.com --type pushed --name Work
  npm run admin -- calendars connect --user ann@example.com --type ics --url https://calendar.example.com/secret/basic.ics --name Shifts
  printf %s "$PASSWORD" | npm run admin -- calendars connect --user ann@example.com --type caldav --url https://caldav.example.com/ --username ann
  npm run admin -- calendars sync 7
  npm run admin -- calendars list --user ann@example.com
  npm run admin -- calendars put-busy 7 --from 2031-03-03T00:00:00Z --to 2031-03-10T00:00:00Z --busy '[{"start":"2031-03-04T09:00:00Z","end":"2031-03-04T10:00:00Z"}]'
  npm run admin -- calendars list-busy 7
  npm run admin -- calendars update 7 --no-counts-as-busy
  npm run admin -- calendars disconnect 3 --dry-run`,
  },
  {
    folder: "slots",
    description: "times at which an event type can be booked",
    columns: [],
    help: `
Examples:
  npm run admin -- slots list --event-type-id 7 --start-time 2031-03-04 --end-time 2031-03-05T12:00:00Z --time-zone Europe/Berlin`,
  },
  {
    folder: "webhooks",
    description: "subscriptions to events",
    columns: ["id", "userId", "subscriberUrl", "active", "disabledReason", "createdAt"],
    filter: {
      flag: "--disabled",
      description: "only webhooks that receive no events",
      keeps: (webhook) => "active" in webhook && webhook.active === false,
    },
    help: `
The service disables a webhook whose subscriber returns 410 or fails for five days. \`show\` has the reason.

Examples:
  npm run admin -- webhooks list --disabled
  npm run admin -- webhooks show <id>
  npm run admin -- webhooks health <id>
  npm run admin -- webhooks update <id> --active
  npm run admin -- webhooks update <id> --no-active
  npm run admin -- webhooks recover <id> --since 2026-03-01T00:00:00Z`,
  },
  {
    folder: "webhooks/deliveries",
    description: "what was sent to a webhook in the last 30 days",
    columns: ["id", "trigger", "status", "createdAt", "attemptCount", "nextAttemptAt"],
    help: `
Examples:
  npm run admin -- deliveries list <id> --status failed --take 50
  npm run admin -- deliveries list <id> --http-status 5xx --date-from 2026-03-01T00:00:00Z
  npm run admin -- deliveries show <id> <delivery>
  npm run admin -- deliveries resend <id> <delivery>`,
  },
  {
    folder: "bookings/emails",
    description: "mails about a booking in the last 30 days",
    columns: ["id", "kind", "to", "status", "reason", "sentAt"],
    help: `
Examples:
  npm run admin -- emails list 7
  npm run admin -- emails resend 7 <email>`,
  },
  {
    folder: "payments",
    description: "payments of bookings",
    columns: ["id", "bookingId", "amount", "currency", "success", "refunded"],
    help: `
Record a payment again, with the same external id, whenever it changes. Amounts are in minor units: 5000 is 50.00 USD.

Examples:
  npm run admin -- payments record --booking 7 --external-id ch_1 --amount 5000 --currency usd
  npm run admin -- payments record --booking 7 --external-id ch_1 --amount 5000 --currency usd --success
  npm run admin -- payments list --booking-id 7
  npm run admin -- payments show 3`,
  },
];
