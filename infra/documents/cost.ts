import {
  CALLS_OF_A_BOOKING,
  COMPANIES,
  EVENTS_OF_A_BOOKING,
  LAMBDA,
  MEETINGS_OF_A_BOOKING,
  POLLING,
  USUAL_METRICS,
} from "#infra/cost/assumptions.ts";
import {
  type Bill,
  callBill,
  deliveryBill,
  eventBill,
  idleBill,
  meetingBill,
  totalOf,
} from "#infra/cost/bill.ts";
import { bookingBill, companyBill } from "#infra/cost/companies.ts";
import type { Measured, Usage } from "#infra/cost/measured.ts";
import { type Charge, chargeBy, type Prices } from "#infra/cost/prices.ts";
import { REMEDIES } from "#infra/cost/remedies.ts";
import { STAGE_DEFAULTS } from "#infra/stage-defaults.ts";
import { code } from "./code.ts";
import { markdownTable } from "./markdown-table.ts";

const MILLION = 1_000_000;
/** Dollars a month below which an item is not worth a line. */
const LEAST_SHOWN = 0.005;

/** `docs/cost.md`: what was measured, times the list prices. */
export function costDocument(measured: Measured, prices: Prices): string {
  const charge = chargeBy(prices);
  const sections = [
    introduction(prices),
    companies(charge, measured),
    idleMonth(charge, measured),
    callsSection(charge, measured),
    behindSection(charge, measured),
    ASSUMED,
    pricesSection(prices),
  ];
  return sections.join("\n");
}

const introduction = ({ region, asOf }: Prices): string => `# What it costs

The units are measured: \`npm run cost\` calls every endpoint on the local cloud and counts request units as DynamoDB reports them,
calls of KMS and SQS, and bytes of log; \`test/infra/cost\` holds this page to what it finds. Money is those units at the list
prices of ${region} on ${asOf}, in US dollars, without any free tier, tax or discount.
`;

function companies(charge: Charge, measured: Measured): string {
  const bills = COMPANIES.map((bookings) => companyBill(charge, measured, bookings));
  const last = bills.at(-1) ?? {};
  const largest = Object.keys(last).toSorted((a, b) => (last[b] ?? 0) - (last[a] ?? 0));
  const items = largest.map((item) => [item, ...bills.map((bill) => usd(bill[item] ?? 0))]);
  const total = ["**all of it**", ...bills.map((bill) => `**${usd(totalOf(bill))}**`)];
  const heads = COMPANIES.map((bookings) => `${bookings.toLocaleString("en")} a day`);
  const remedies = largest
    .slice(0, 3)
    .map((item, at) => `${at + 1}. **${item}**, ${usd(last[item] ?? 0)}. ${REMEDIES[item] ?? ""}`);
  return `## Three companies

Bookings a day, after a year, with one webhook that listens to everything; a month.

${markdownTable(["For", ...heads], [...items, total])}
A booking with all that belongs to it costs ${usd(totalOf(bookingBill(charge, measured)))}: ${belongings()},
${round(EVENTS_OF_A_BOOKING)} events, each delivered once, and ${MEETINGS_OF_A_BOOKING} beginnings and ends of its meeting.

A small company pays for what stands there, calls or not. The three largest items of the large one, and what would lower them:

${remedies.join("\n")}
`;
}

function idleMonth(charge: Charge, measured: Measured): string {
  const idle = idleBill(charge, measured);
  const rows = Object.entries(idle)
    .filter(([, amount]) => amount >= LEAST_SHOWN)
    .map(([item, amount]) => [item, usd(amount), idleReasons(measured)[item] ?? ""]);
  return `## When nobody calls

A month of the default settings in production: ${usd(totalOf(idle))}.

${markdownTable(["For", "US dollars", "Because"], rows)}
A web ACL, X-Ray traces, a budget, a domain and a secret of an OpenID provider are settings, off by default, and not in here.
`;
}

function callsSection(charge: Charge, measured: Measured): string {
  const rows = Object.entries(measured.calls).map(([id, usage]) => [
    code(id),
    ...unitsOf(usage),
    perMillion(callBill(charge, measured, id)),
  ]);
  return `## A call

By its owner with an API key, the functions warm. *Reads* and *writes* are DynamoDB request units; writes hold those of indexes, which
are told apart. The price of a million calls has the gateway, the authorizer, Lambda, the log and the answer's bytes in it, not what
follows from an event.

${markdownTable([...unitHeads("Endpoint"), "A million"], rows)}`;
}

function behindSection(charge: Charge, measured: Measured): string {
  const { behind, booking, authorizer } = measured;
  const rows = [
    ["authorizer, for every call", ...unitsOf(authorizer), "in each call"],
    ["an event: publish", ...unitsOf(behind.publish), perMillion(eventBill(charge, measured))],
    ["an event: fan out to one webhook", ...unitsOf(behind.fanOut), "in the above"],
    ["a delivery", ...unitsOf(behind.deliver), perMillion(deliveryBill(charge, measured))],
    ["a meeting that begins or ends", ...unitsOf(behind.wake), perMillion(meetingBill(charge, measured))],
    ["a minute in which nothing is due", ...unitsOf(behind.sweep), "when idle"],
  ];
  return `## Behind the calls

${markdownTable([...unitHeads("What"), "A million"], rows)}
A booking leaves ${booking.keptBytes.toLocaleString("en")} bytes in the table and its indexes, and with one webhook ${booking.passingBytes.toLocaleString("en")}
that expire after 30 days at the latest. The table alone, which recovery and the daily copies are charged by, takes ${booking.keptTableBytes.toLocaleString("en")} and
${booking.passingTableBytes.toLocaleString("en")} of these; ${STAGE_DEFAULTS.prod.backupDays} copies are kept, each as large as the table.
`;
}

const ASSUMED = `## What is assumed

The local cloud can't tell how long Lambda takes. A warm run is reckoned as ${LAMBDA.ownMs} ms and ${LAMBDA.roundTripMs} ms for each round trip to the
table, at ${LAMBDA.memoryGigabytes} GB; ${LAMBDA.coldShare * 100} % of the runs begin with a start of ${LAMBDA.coldMs} ms; a subscriber answers in ${LAMBDA.subscriberMs} ms. Hold that against the
\`REPORT\` lines of a deployment. Lambda's own lines take ${LAMBDA.logBytes} bytes of log a run. Messages and events come one by one; in batches
they cost less.

Not counted: refused transactions, which consume what they would have written; ids, which are leased in blocks; one of many bookings
that becomes a bookmark of a list; retries of deliveries; restoring a backup. Writes to indexes are not doubled in transactions.
`;

const pricesSection = ({ prices }: Prices): string => `## Prices

${markdownTable(
  ["For", "US dollars", "Per", "AWS's page", "Looked up at"],
  Object.values(prices).map(({ what, usd: amount, per, page, readAt }) => [
    what,
    String(amount),
    per.toLocaleString("en"),
    page,
    readAt ?? "not looked up",
  ]),
)}`;

const unitHeads = (first: string): string[] => [
  first,
  "Reads",
  "Writes",
  "of indexes",
  "KMS",
  "SQS",
  "Round trips",
  "Log bytes",
];

const unitsOf = (usage: Usage): string[] => [
  String(usage.reads),
  String(usage.writes),
  String(usage.indexWrites),
  String(usage.keyCalls),
  String(usage.queueCalls),
  String(usage.roundTrips),
  String(usage.logBytes),
];

const idleReasons = ({ resources, alarmMetrics }: Measured): Record<string, string> => ({
  Alarms: `${resources["AWS::CloudWatch::Alarm"]} of them name ${alarmMetrics} metrics`,
  Metrics: `${USUAL_METRICS} that a healthy service writes`,
  Dashboard: "beyond the three free ones",
  "KMS keys": `${resources["AWS::KMS::Key"]}; each yearly rotation of the first adds one more, at most two`,
  "SQS polls": `Lambda asks four queues with ${POLLING.pollers} pollers each, every ${POLLING.waitSeconds} s`,
  "Lambda requests": "the sweep of every minute",
  "Lambda time": "the same",
  "DynamoDB reads": "the same",
  Logs: "the same",
});

const belongings = (): string =>
  Object.entries(CALLS_OF_A_BOOKING)
    .map(([id, times]) => `${times} × ${code(id)}`)
    .join(", ");

const perMillion = (bill: Bill): string => usd(totalOf(bill) * MILLION);

/** Cents of large amounts, three digits of small ones. */
const usd = (amount: number): string => `$${amount >= 1 ? amount.toFixed(2) : amount.toPrecision(2)}`;
const round = (value: number): string => String(Math.round(value * 100) / 100);
