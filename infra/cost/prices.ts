import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";

const Price = z.object({
  usd: z.number(),
  per: z.int(),
  what: z.string(),
  /** AWS's own page. */
  page: z.url(),
  /** Where the number was looked up; null for one that was not. */
  readAt: z.url().nullable(),
});

const NAMES = [
  "apiRequest",
  "byteOut",
  "lambdaRequest",
  "lambdaGigabyteSecond",
  "tableWrite",
  "tableRead",
  "tableByteMonth",
  "recoveryByteMonth",
  "backupByteMonth",
  "queueRequest",
  "fairQueueRequest",
  "fifoQueueRequest",
  "keyRequest",
  "keyMonth",
  "logByte",
  "metricMonth",
  "alarmMonth",
  "dashboardMonth",
] as const;

/** List prices of one region on one day. */
export const Prices = z.object({
  region: z.string(),
  asOf: z.iso.date(),
  prices: z.record(z.enum(NAMES), Price),
});
export type Prices = z.output<typeof Prices>;
type PriceName = keyof Prices["prices"];

/** The prices of `infra/cost/prices.json`. */
export const readPrices = (): Prices =>
  Prices.parse(JSON.parse(readFileSync(join(PROJECT, "infra/cost/prices.json"), "utf8")));

/** What so many of something cost, in US dollars. */
export type Charge = (name: PriceName, amount: number) => number;

/** Charges by these prices. */
export const chargeBy =
  ({ prices }: Prices): Charge =>
  (name, amount) =>
    (amount * prices[name].usd) / prices[name].per;
