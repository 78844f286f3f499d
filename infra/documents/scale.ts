import { handler as checkCalendar } from "#functions/calendars/check.ts";
import { MAX_AT_ONCE } from "#lib/delivery/deliveries/lanes.ts";
import { IDS_PER_PARTITION } from "#lib/storage/lists/kind.ts";
import { DUE_SHARDS } from "#lib/storage/timers/due.ts";
import { markdownTable } from "./markdown.ts";
import {
  BOOKINGS_A_DAY,
  deliveryRate,
  HALF_HOURS,
  KEY_WRITES,
  LIMITS,
  MEETINGS_TOGETHER,
  meetingRate,
  PEAK,
  PEAK_BOOKINGS,
  PER_BOOKING,
} from "./scale-limits.ts";

/** Calendars that can be checked in 15 minutes, if a check takes half a second. */
const CALENDARS = (checkCalendar.spec.source.maxConcurrency / 0.5) * 15 * 60;

/** The loads of the document, as multiples of the largest company in docs/cost.md. */
const LOADS = [1, 10, 100, 430, 1_000];

const text = (value: number): string =>
  value < 10 ? String(Number(value.toFixed(1))) : Math.round(value).toLocaleString("en");

function loadRow(load: number): string[] {
  const bookings = PEAK_BOOKINGS * load;
  const { calls, events, writes } = PER_BOOKING;
  const rates = [bookings, calls * bookings, events * bookings, writes * bookings];
  const reached = LIMITS.flatMap(({ reachedAt }, at) => (reachedAt < load ? [at + 1] : []));
  const [first] = reached;
  const limit = first === undefined ? "none" : `${first}${reached.length > 1 ? ` to ${reached.length}` : ""}`;
  return [`${load} ×`, text(BOOKINGS_A_DAY * load), ...rates.map(text), limit];
}

const meetingRow = (load: number): string[] => {
  const meetings = MEETINGS_TOGETHER * load;
  return [
    `${load} ×`,
    text(meetings),
    `${text(meetings / meetingRate)} s`,
    `${text(meetings / deliveryRate(MAX_AT_ONCE) / 60)} min`,
  ];
};

const limitRow = ({ name, capacity, reachedAt, action }: (typeof LIMITS)[number], at: number): string[] => [
  String(at + 1),
  name,
  capacity,
  `${text(reachedAt)} ×`,
  action,
];

/** `docs/scale.md`: the limits of the service, computed from its constants and the units of docs/cost.md. */
export const scaleDocument = (): string => `# Scale

This page says at which load the service reaches a limit, and what the operator does then. The figures of the first three tables are computed by
\`npm run documents\` (\`infra/documents/scale-limits.ts\`) from the constants of the code and the units of [cost](cost.md). No figure is measured on AWS:
[benchmarks](benchmarks.md) has what was measured.

The load 1 × is the largest company of the cost page: ${text(BOOKINGS_A_DAY)} bookings a day with all their calls and events. The peak is ${PEAK} times the
average. One webhook receives all events, and responds in 200 ms.

## Load

The columns after the second are for one second at the peak. The last one names rows of the next table.

${markdownTable(
  ["Load", "Bookings a day", "Bookings", "Calls", "Events", "Write units", "Limits reached"],
  LOADS.map(loadRow),
)}
## Limits

The capacity is that of one second, with the default settings and AWS's default quotas.

${markdownTable(["", "Limit", "Capacity", "Reached at", "What to do"], LIMITS.map(limitRow))}
- **A new account** can run 10 functions at once: request 1,000 first ([deploying](deploy.md#the-first-deployment)).
- **Settings that go together.** 40 % of an owner's lanes are for slow webhooks. For one webhook with 60 concurrent requests, set
  \`deliveryConcurrencyPerWebhook=60\`, \`deliveryConcurrencyPerOwner=100\` and \`deliveryConcurrency=500\`.
- **A standby** has a copy of every write, and adds no capacity ([ADR 0030](adr/0030-one-home-region-and-a-warm-standby.md)).

## Meetings that start together

Meetings start and end at ${HALF_HOURS} half-hours of a day. The sweep sets their timers up to 75 seconds before; its ${DUE_SHARDS.meetings} shards are swept in parallel if they have much
work. Then \`events.wake\` records their events, and the webhook receives them.

${markdownTable(
  [
    "Load",
    "Events of one half-hour",
    "Recorded within",
    `Delivered to one webhook with ${MAX_AT_ONCE} lanes within`,
  ],
  LOADS.map(meetingRow),
)}
From 10 × on, one webhook for all events needs more lanes (limit 1), or the alarm \`DeliveriesLate\` fires after each half-hour.

## Limits that do not depend on the load

A partition key of DynamoDB takes ${text(KEY_WRITES)} write units a second.

| What | Limit |
|---|---|
| One host | about 80 bookings a second: the booking, its attendee, event and time are in the host's partition |
| One slot with many seats | 50 to 100 bookings a second; others get 503 with \`Retry-After\` |
| One API key or token | \`rateLimitPerMinute\`; each call writes the credential's item once |
| Ids | none: a function leases up to 64 booking ids with one write |
| Locators of bookings, attendees, references and payments | none: ${IDS_PER_PARTITION} ids share a key, which are ${2 * IDS_PER_PARTITION} write units in all |
| Deliveries that wait for one subscriber | 1,000 a second, one write each |
| Deliveries that wait for a retry after more than 15 minutes | ${text((DUE_SHARDS.deliveries * KEY_WRITES) / 4)} a second: four writes each, to ${DUE_SHARDS.deliveries} keys |
| Connected calendars | about ${text(CALENDARS)}, each read every 15 minutes: ${checkCalendar.spec.source.maxConcurrency} checks at once, of half a second each; then raise \`maxConcurrency\` in the spec of \`calendars.check\`, up to ${text((DUE_SHARDS.calendars * KEY_WRITES) / 4)} checks a second (four writes each, to ${DUE_SHARDS.calendars} keys) |
| A page of everybody's elements, for system admins | 1 or 2 keys of locators for 25 elements, at most 40 for any page, in one round trip; one round trip more for each 125 million ids; 10 keys for each 1,000 ids of the last two minutes |

## Beyond one account

This is a plan: the code has nothing for it. All data of a user, and almost all of an organization, is independent of other organizations. So the way to
more than about 1,000 × is several deployments, called **cells**, each in its own account or region, with its own table, queues and keys.

- **An organization is in one cell.** Its members use the cell's host name, such as \`eu-2.api.example.com\`. A registry at the operator assigns new
  organizations to cells, by their region and the load of the cells. No request needs two cells, so none of the limits above is shared.
- **Users who belong to organizations in two cells** have an account in each. Sign-in at the operator's OpenID provider connects them.
- **Ids** are unique in a cell only. A system that reads several cells uses the cell and the id. Moving an organization means an export and an
  [import](import.md) into a cell without these ids, because an import keeps ids.
- **What covers all organizations** exists once per cell: platform webhooks, lists for system admins, the audit trail, alarms. The operator
  registers the platform's webhooks in each cell and merges what they receive.
- **Releases** go to one cell first, as a larger canary.
`;
