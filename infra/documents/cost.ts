import { STAGE_DEFAULTS } from "#infra/stage-defaults.ts";
import { code, markdownTable } from "./markdown.ts";
import { type Bill, PRICES, PRICES_AS_OF, sum, times, totalOf, usd, usdFor } from "./prices.ts";
import {
  AUTHORIZER,
  CALL_LOG_BYTES,
  CALLS,
  EVENT,
  MEETING,
  OTHER_CALLS,
  SWEEP,
  UNAUTHORIZED,
  type Units,
} from "./units.ts";

/** Each run of a function: 3 ms, 6 ms per round trip, 300 ms for one cold start in 100 runs, and Lambda's own log lines. */
export const LAMBDA = { ownMs: 3, roundTripMs: 6, startMs: 3, logBytes: 400 };
const ACCESS_LOG_BYTES = 200;
/** Bytes of a booking and its items, in the table and including indexes. Items that expire after 30 days are separate. */
const STORED = { table: 3_200, all: 3_600, expiringTable: 3_100, expiringAll: 4_400 };
const MONTH = { days: 365 / 12, minutes: 365 * 120, seconds: 365 * 7_200 };

/** Metrics that the alarms of prod watch; `test/infra/stages.test.ts` counts them. */
export const ALARM_METRICS = 46;
const KEYS = 2;
/** KMS charges for each of the first two rotations of a key; only one of the keys is rotated, every year. */
const ROTATIONS = { first: 1, most: 2 };
/** The service's own metrics that a service with bookings writes; without calls it writes none. */
const METRICS = 8;
/** Lambda polls each of the four queues five times in 20 s. */
const POLLS = (5 * MONTH.seconds) / 20;

/** Calls without a credential per booking. */
export const UNAUTHORIZED_PER_BOOKING = 0.5;
/** Events per booking, with those of meetings. */
export const EVENTS_PER_BOOKING = 2.95;
/** Starts and ends of meetings per booking. */
export const MEETINGS_PER_BOOKING = 1.7;
/** Events of changes by callers carry audit entries, written when they are published: three write units each. */
const AUDIT_BILL: Bill = {
  "DynamoDB writes": usdFor("write", 3 * (EVENTS_PER_BOOKING - MEETINGS_PER_BOOKING)),
};
/** Bookings a day of the companies in the document. */
export const COMPANIES = [20, 500, 10_000];

/** Milliseconds that one run of a function takes on average. */
export const runMs = ({ roundTrips, waitMs = 0 }: Units): number =>
  LAMBDA.ownMs + LAMBDA.startMs + roundTrips * LAMBDA.roundTripMs + waitMs;

const runBill = (units: Units): Bill => {
  const ms = runMs(units);
  return {
    Lambda: usdFor("lambdaRequest", 1) + usdFor("lambdaSecond", ms / 1_000),
    "DynamoDB writes": usdFor("write", units.writes ?? 0),
    "DynamoDB reads": usdFor("read", units.reads ?? 0),
    SQS: usdFor("queueRequest", units.queueRequests ?? 0),
    Logs: logUsd((units.logBytes ?? CALL_LOG_BYTES) + LAMBDA.logBytes),
    "Data sent": usdFor("byteSent", units.answerBytes ?? 0),
  };
};

/** The price of writing bytes to the log and storing them as long as prod does. */
const logUsd = (bytes: number): number =>
  usdFor("loggedByte", bytes) +
  usdFor("keptLogByte", (bytes * STAGE_DEFAULTS.prod.logRetentionDays) / MONTH.days);

const GATEWAY: Bill = { "API Gateway": usdFor("apiRequest", 1), Logs: logUsd(ACCESS_LOG_BYTES) };
const callBill = (units: Units): Bill => sum([GATEWAY, runBill(AUTHORIZER), runBill(units)]);
const unauthorizedBill = (): Bill => sum([GATEWAY, runBill(UNAUTHORIZED)]);

const idleBill = (): Bill =>
  sum([
    times(runBill(SWEEP), MONTH.minutes),
    {
      Alarms: usdFor("alarmMetric", ALARM_METRICS),
      KMS: usdFor("key", KEYS),
      // One of the queues, deliveries, is FIFO.
      SQS: usdFor("poll", 3 * POLLS) + usdFor("queueRequest", POLLS),
    },
  ]);

const bookingBill = (): Bill =>
  sum([
    ...Object.values(CALLS).map((units) => times(callBill(units), units.perBooking)),
    times(unauthorizedBill(), UNAUTHORIZED_PER_BOOKING),
    times(sum(EVENT.map(runBill)), EVENTS_PER_BOOKING),
    times(runBill(MEETING), MEETINGS_PER_BOOKING),
    AUDIT_BILL,
  ]);

/** A month of a company with this number of bookings a day, after one year. */
function companyBill(bookings: number): Bill {
  const stored = (permanent: number, expiring: number) => bookings * (permanent * 365 + expiring * 30);
  const table = stored(STORED.table, STORED.expiringTable);
  return sum([
    idleBill(),
    times(bookingBill(), bookings * MONTH.days),
    {
      KMS: usdFor("key", ROTATIONS.first),
      Metrics: usdFor("metric", METRICS),
      "Storage and recovery":
        usdFor("storedByte", stored(STORED.all, STORED.expiringAll)) + usdFor("recoverableByte", table),
      "Daily copies": usdFor("copiedByte", table * STAGE_DEFAULTS.prod.backupDays),
    },
  ]);
}

/** What a month of prod with default settings costs without calls. */
export const idleUsd = (): number => totalOf(idleBill());
const callRow = (name: string, { reads = 0, writes = 0, roundTrips }: Units, bill: Bill): string[] => [
  ...[name, String(reads), String(writes), String(roundTrips)],
  usd(totalOf(bill) * 1_000_000),
];

/** A call with the fields of its body: `bookings.update` with `title`. */
function callName(call: string): string {
  if (call === "bookings.list") return `${code(call)} of 4 bookings`;
  const [id = "", ...fields] = call.split(/,? /);
  return fields.length === 0 ? code(id) : `${code(id)} with ${fields.map(code).join(" and ")}`;
}

const callsOfABooking = (): string =>
  Object.entries(CALLS)
    .map(([call, { perBooking }]) => `${perBooking} × ${callName(call)}`)
    .join(", ");

const priceRows = (): string[][] =>
  Object.values(PRICES).map((of) => [of.what, String(of.usd), of.per.toLocaleString("en"), of.page]);

/** `docs/cost.md`: units of the main calls, times list prices. */
export function costDocument(): string {
  const bills = COMPANIES.map(companyBill);
  const [last = {}] = bills.toReversed();
  const items = Object.keys(last).toSorted((a, b) => (last[b] ?? 0) - (last[a] ?? 0));
  const idle = Object.entries(idleBill()).filter(([, amount]) => amount >= 0.005);
  const calls = Object.entries(CALLS).map(([call, units]) => callRow(callName(call), units, callBill(units)));
  const others = Object.entries(OTHER_CALLS).map(([name, units]) => callRow(name, units, callBill(units)));
  const unauthorized = callRow("401 without a credential", UNAUTHORIZED, unauthorizedBill());
  return `# Cost

All amounts are US dollars at the list prices of ${PRICES_AS_OF}, without free tier, tax or discount. They are calculated, not measured: multiply
the units below by your own numbers.

## A month of three companies

Each column is a number of bookings a day. The service has run for a year, and one webhook receives all events.

${markdownTable(
  ["", ...COMPANIES.map((bookings) => `${bookings.toLocaleString("en")} a day`)],
  [
    ...items.map((item) => [item, ...bills.map((bill) => usd(bill[item] ?? 0))]),
    ["**Total**", ...bills.map((bill) => `**${usd(totalOf(bill))}**`)],
  ],
)}
For each booking, the calculation counts these calls: ${callsOfABooking()}, and ${UNAUTHORIZED_PER_BOOKING}
calls without a credential. It also counts ${EVENTS_PER_BOOKING} events with one delivery each, and ${MEETINGS_PER_BOOKING} events for the start or end of the meeting.
Daily copies are stored for ${STAGE_DEFAULTS.prod.backupDays} days, logs for ${STAGE_DEFAULTS.prod.logRetentionDays} days.

## A month without calls

A service without calls costs ${usd(idleUsd())} with the default settings of the stage prod. \`-c dashboard=true\` adds ${usd(usdFor("dashboard", 1))}. \`-c alarms=false\` saves the
amount for alarms, but nobody is notified of failures.

${markdownTable(
  ["", "US dollars"],
  idle.map(([item, amount]) => [item, usd(amount)]),
)}
The alarms watch ${ALARM_METRICS} metrics, and the service has ${KEYS} KMS keys. KMS rotates one of them every year, and charges more after the first two rotations:
${usd(usdFor("key", KEYS + ROTATIONS.first))} a month in the second year, ${usd(usdFor("key", KEYS + ROTATIONS.most))} from the third year on. SQS is charged because Lambda polls four queues. Lambda, DynamoDB reads and logs
are the costs of the function that runs every minute.

## A million calls

Reads and writes are the DynamoDB request units that the function uses for one call; the authorizer needs one more write unit. The price of a million calls
includes API Gateway, the authorizer, Lambda, logs (with ${ACCESS_LOG_BYTES} bytes of access log for each call) and the bytes of the response. It does not include the
events and deliveries that a call causes.

${markdownTable(["Call", "Reads", "Writes", "Round trips", "US dollars"], [...calls, ...others, unauthorized])}
A booking in a list has about 2 KB, so the price of a list grows with its length. API Gateway's pricing page does not say whether it charges for calls
that the authorizer rejects. If it does not, as AWS employees have written, a million responses with 401 cost ${usd((totalOf(unauthorizedBill()) - usdFor("apiRequest", 1)) * 1_000_000)}.

## Assumptions

- A warm run of a function takes ${LAMBDA.ownMs} ms, and ${LAMBDA.roundTripMs} ms more for each round trip, with 1 GB of memory. One run of a hundred is a cold start of 300 ms. Compare
  this with the \`REPORT\` lines in the logs of your deployment.
- A subscriber responds in 200 ms.
- Lambda writes ${LAMBDA.logBytes} bytes of its own log lines in each run.
- Conflicting transactions, retries and restores are not counted.

## Prices

${markdownTable(["For one", "US dollars", "Per", "Page"], priceRows())}`;
}
