/** Region and date of the prices. */
export const PRICES_AS_OF = "us-east-1 on 2026-11-22";

const PAGES = {
  apiGateway: "https://aws.amazon.com/api-gateway/pricing/",
  backup: "https://aws.amazon.com/backup/pricing/",
  cloudWatch: "https://aws.amazon.com/cloudwatch/pricing/",
  dynamoDb: "https://aws.amazon.com/dynamodb/pricing/on-demand/",
  ec2: "https://aws.amazon.com/ec2/pricing/on-demand/",
  kms: "https://aws.amazon.com/kms/pricing/",
  lambda: "https://aws.amazon.com/lambda/pricing/",
  sqs: "https://aws.amazon.com/sqs/pricing/",
};
const MILLION = 1_000_000;
const GB = 1_000_000_000;

/** List prices in US dollars, without free tier, tax or discount: `usd` for `per` units, and the page that states it. */
export const PRICES = {
  apiRequest: { usd: 3.5, per: MILLION, what: "API Gateway REST request", page: PAGES.apiGateway },
  byteSent: { usd: 0.09, per: GB, what: "byte sent to the internet", page: PAGES.ec2 },
  lambdaRequest: { usd: 0.2, per: MILLION, what: "Lambda request", page: PAGES.lambda },
  lambdaSecond: { usd: 0.0000133334, per: 1, what: "Lambda second with 1 GB, arm64", page: PAGES.lambda },
  write: { usd: 0.625, per: MILLION, what: "DynamoDB write request unit", page: PAGES.dynamoDb },
  read: { usd: 0.125, per: MILLION, what: "DynamoDB read request unit", page: PAGES.dynamoDb },
  storedByte: { usd: 0.25, per: GB, what: "byte in the table or an index, a month", page: PAGES.dynamoDb },
  recoverableByte: { usd: 0.2, per: GB, what: "byte under point-in-time recovery", page: PAGES.dynamoDb },
  copiedByte: { usd: 0.1, per: GB, what: "byte of one daily copy, a month", page: PAGES.backup },
  queueRequest: { usd: 0.5, per: MILLION, what: "SQS request, FIFO or fair queue", page: PAGES.sqs },
  poll: { usd: 0.4, per: MILLION, what: "SQS request, standard queue", page: PAGES.sqs },
  key: { usd: 1, per: 1, what: "KMS key, a month", page: PAGES.kms },
  loggedByte: { usd: 0.5, per: GB, what: "byte written to CloudWatch Logs", page: PAGES.cloudWatch },
  keptLogByte: {
    usd: 0.03,
    per: GB,
    what: "byte stored in CloudWatch Logs, a month",
    page: PAGES.cloudWatch,
  },
  metric: { usd: 0.3, per: 1, what: "custom metric, a month", page: PAGES.cloudWatch },
  alarmMetric: { usd: 0.1, per: 1, what: "metric that an alarm watches, a month", page: PAGES.cloudWatch },
  dashboard: { usd: 3, per: 1, what: "dashboard, a month", page: PAGES.cloudWatch },
};
export type PriceName = keyof typeof PRICES;

/** The price of an amount. */
export const usdFor = (name: PriceName, amount: number): number =>
  (amount * PRICES[name].usd) / PRICES[name].per;

/** US dollars by item. */
export type Bill = Record<string, number>;

/** Multiplies every item of a bill. */
export const times = (bill: Bill, count: number): Bill =>
  Object.fromEntries(Object.entries(bill).map(([item, usd]) => [item, usd * count]));

/** Adds bills, item by item. */
export function sum(bills: readonly Bill[]): Bill {
  const total: Bill = {};
  for (const bill of bills)
    for (const [item, usd] of Object.entries(bill)) total[item] = (total[item] ?? 0) + usd;
  return total;
}

/** The total of a bill. */
export const totalOf = (bill: Bill): number => Object.values(bill).reduce((total, usd) => total + usd, 0);

/** Formats an amount in US dollars. */
export const usd = (amount: number): string => `$${amount.toFixed(2)}`;
