import { STAGE_DEFAULTS } from "#infra/stage-defaults.ts";
import {
  DAYS_OF_A_MONTH,
  DAYS_OF_EVENTS,
  LAMBDA,
  POLLING,
  REQUESTS_OF_A_MESSAGE,
  SECONDS_OF_A_MONTH,
  USUAL_METRICS,
} from "./assumptions.ts";
import type { Measured, Usage } from "./measured.ts";
import type { Charge } from "./prices.ts";

/** US dollars by what they are for. */
export type Bill = Record<string, number>;

/** Adds bills, each so many times. */
export function sumBills(bills: readonly [bill: Bill, times: number][]): Bill {
  const sum: Bill = {};
  for (const [bill, times] of bills)
    for (const [item, usd] of Object.entries(bill)) sum[item] = (sum[item] ?? 0) + usd * times;
  return sum;
}

export const totalOf = (bill: Bill): number => Object.values(bill).reduce((sum, usd) => sum + usd, 0);

/** What one run of a function costs; `waitMs` is time beside the table that it waits for. */
function runBill(charge: Charge, usage: Usage, waitMs = 0): Bill {
  const { ownMs, roundTripMs, coldShare, coldMs, memoryGigabytes, logBytes } = LAMBDA;
  const ms = ownMs + usage.roundTrips * roundTripMs + waitMs + coldShare * coldMs;
  return {
    "Lambda requests": charge("lambdaRequest", 1),
    "Lambda time": charge("lambdaGigabyteSecond", (ms / 1000) * memoryGigabytes),
    "DynamoDB writes": charge("tableWrite", usage.writes),
    "DynamoDB reads": charge("tableRead", usage.reads),
    "KMS requests": charge("keyRequest", usage.keyCalls),
    Logs: charge("logByte", usage.logBytes + logBytes),
  };
}

/** What one call of an endpoint costs, with its authorizer, until its answer is sent. */
export const callBill = (charge: Charge, { calls, authorizer }: Measured, id: string): Bill => {
  const usage = calls[id];
  if (usage === undefined) throw new Error(`${id} was not measured`);
  const gateway = {
    "API Gateway requests": charge("apiRequest", 1),
    "Data sent": charge("byteOut", usage.answerBytes),
  };
  return sumBills([
    [gateway, 1],
    [runBill(charge, authorizer), 1],
    [runBill(charge, usage), 1],
  ]);
};

/** What an event costs from the stream until its deliveries are on their queue. */
export const eventBill = (charge: Charge, { behind }: Measured): Bill => {
  const requests = (name: "queueRequest" | "fifoQueueRequest", amount: number) => charge(name, amount);
  const toQueues = {
    "SQS requests":
      requests("queueRequest", behind.publish.queueCalls + REQUESTS_OF_A_MESSAGE) +
      charge("fairQueueRequest", behind.publish.queueCalls + REQUESTS_OF_A_MESSAGE) +
      requests("fifoQueueRequest", behind.fanOut.queueCalls),
  };
  return sumBills([
    [toQueues, 1],
    [runBill(charge, behind.publish), 1],
    [runBill(charge, behind.fanOut), 1],
  ]);
};

/** What one delivery costs that is taken at once. */
export const deliveryBill = (charge: Charge, { behind }: Measured): Bill =>
  sumBills([
    [{ "SQS requests": charge("fifoQueueRequest", REQUESTS_OF_A_MESSAGE) }, 1],
    [runBill(charge, behind.deliver, LAMBDA.subscriberMs), 1],
  ]);

/** What it costs to notice that a meeting begins or ends, up to its event. */
export const meetingBill = (charge: Charge, { behind }: Measured): Bill => {
  const requests = 1 + REQUESTS_OF_A_MESSAGE + behind.wake.queueCalls;
  const timer = {
    "SQS requests": charge("queueRequest", requests) + charge("fairQueueRequest", requests),
  };
  return sumBills([
    [timer, 1],
    [runBill(charge, behind.wake), 1],
  ]);
};

/** What a month costs in which nobody calls. */
export function idleBill(charge: Charge, { behind, resources, alarmMetrics }: Measured): Bill {
  const of = (type: string): number => resources[type] ?? 0;
  const minutes = SECONDS_OF_A_MONTH / 60;
  const polls = (POLLING.pollers * SECONDS_OF_A_MONTH) / POLLING.waitSeconds;
  const standing = {
    Alarms: charge("alarmMonth", alarmMetrics),
    Metrics: charge("metricMonth", USUAL_METRICS),
    Dashboard: charge("dashboardMonth", of("AWS::CloudWatch::Dashboard")),
    "KMS keys": charge("keyMonth", of("AWS::KMS::Key")),
    // One of the queues is FIFO: deliveries.
    "SQS polls": charge("queueRequest", (QUEUES - 1) * polls) + charge("fifoQueueRequest", polls),
  };
  return sumBills([
    [standing, 1],
    [runBill(charge, behind.sweep), minutes],
  ]);
}
const QUEUES = 4;

/** What the table and its daily copies cost in a month by the bytes of so many bookings a day, a year after the first. */
export function storageBill(charge: Charge, { booking }: Measured, bookingsADay: number): Bill {
  const stored = (kept: number, passing: number): number =>
    bookingsADay * (kept * 12 * DAYS_OF_A_MONTH + passing * DAYS_OF_EVENTS);
  const withIndexes = stored(booking.keptBytes, booking.passingBytes);
  const table = stored(booking.keptTableBytes, booking.passingTableBytes);
  return {
    "DynamoDB storage and recovery":
      charge("tableByteMonth", withIndexes) + charge("recoveryByteMonth", table),
    "Daily copies": charge("backupByteMonth", table * STAGE_DEFAULTS.prod.backupDays),
  };
}
