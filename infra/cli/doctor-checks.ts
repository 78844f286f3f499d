import { DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { OPERATOR } from "#lib/access/caller.ts";
import { EventItem, UNPUBLISHED_SHARDS } from "#lib/events/entity.ts";
import { now } from "#lib/platform/clock.ts";
import { open, seal } from "#lib/platform/seal.ts";
import { listSigningKeys } from "#lib/signing-keys/list.ts";
import { SIGNS_FOR } from "#lib/signing-keys/timing.ts";
import { documentClient, tableName } from "#lib/table/client.ts";
import { KEYS_ONLY_INDEX } from "#lib/table/indexes.ts";
import { queryKeyPages } from "#lib/table/read.ts";
import { DEAD_LETTER_QUEUES, openDeadLetters, queueUrls } from "./dead-letter-queues.ts";
import type { Target } from "./target.ts";

/** What a check found; with a remedy when something is to be done. */
export interface Found {
  found: string;
  remedy?: string;
}
/** Looks at one part of a service; throws when it can't. */
export type Check = (target: Target) => Promise<Found | Found[]>;

const MINUTE = 60_000;
/** Milliseconds clocks may differ by: AWS refuses signatures that are five minutes off. */
const LARGEST_SKEW = MINUTE;
/** Milliseconds after which the sweep should have published an event that the stream left behind. */
const LONGEST_UNPUBLISHED = 10 * MINUTE;

/** Every check by what it looks at, in the order they are told. */
export const CHECKS: Record<string, Check> = {
  address: checkAddress,
  table: checkTable,
  "secrets key": checkSecretsKey,
  "signing keys": checkSigningKeys,
  queues: checkQueues,
  events: checkEvents,
};

/** Whether the API answers, and whether its clock is ours. */
async function checkAddress({ baseUrl }: Target): Promise<Found[]> {
  const sentAt = Date.now();
  const { status, headers } = await fetch(`${baseUrl}/me`, { signal: AbortSignal.timeout(MINUTE) });
  const skew = Math.abs(Date.parse(headers.get("date") ?? "") - sentAt);
  return [
    status === 401
      ? { found: `${baseUrl} answers` }
      : {
          found: `${baseUrl}/me answered ${status} to a call without a credential`,
          remedy:
            "Look at the errors of the authorizer and of the gateway: docs/runbooks/authorizer-fails.md",
        },
    ...(skew > LARGEST_SKEW
      ? [
          {
            found: `this machine's clock is ${Math.round(skew / 1000)} s off`,
            remedy: "Set it: AWS refuses what is signed five minutes away from its own time.",
          },
        ]
      : []),
  ];
}

async function checkTable(): Promise<Found> {
  const { Table } = await documentClient().send(new DescribeTableCommand({ TableName: tableName() }));
  const indexes = Table?.GlobalSecondaryIndexes ?? [];
  const states = [Table?.TableStatus, ...indexes.map(({ IndexStatus }) => IndexStatus)];
  return states.every((state) => state === "ACTIVE")
    ? { found: `${tableName()} is active with ${indexes.length} indexes` }
    : {
        found: `${tableName()} or an index of it is not active`,
        remedy: "Wait, and look at its stack's events.",
      };
}

/** Whether what is sealed can be opened: the key works, and the caller may use it. */
async function checkSecretsKey(): Promise<Found> {
  const belongsTo = { doctor: String(now()) };
  const opened = await open(await seal("doctor", belongsTo), belongsTo);
  return opened === "doctor"
    ? { found: "seals and opens" }
    : { found: "opens something else", remedy: "Look at the key's policy, and whether it is the stack's." };
}

async function checkSigningKeys(): Promise<Found> {
  const keys = await listSigningKeys(OPERATOR);
  const newest = keys.at(-1);
  if (newest === undefined) return { found: "none yet: the first sign-in of an application makes one" };
  const next = Date.parse(newest.signsFrom) + SIGNS_FOR;
  const when = new Date(next).toISOString().slice(0, 10);
  return next > now()
    ? { found: `${keys.length}; the next one signs from ${when} by itself` }
    : { found: `the next one should sign since ${when}`, remedy: "npm run admin -- keys rotate" };
}

async function checkQueues({ outputs }: Target): Promise<Found[]> {
  const urls = queueUrls(outputs);
  const found = DEAD_LETTER_QUEUES.map(async (queue): Promise<Found> => {
    const { dead, live } = urls[queue];
    const [letters, waiting] = await Promise.all([
      openDeadLetters(dead).count(),
      live === undefined ? 0 : openDeadLetters(live).count(),
    ]);
    return letters === 0
      ? { found: `${queue}: ${waiting} waiting, no dead letters` }
      : {
          found: `${queue}: ${letters} dead letters`,
          remedy: `npm run admin -- dead-letters show ${queue}, mend the cause, then dead-letters redrive ${queue}`,
        };
  });
  return Promise.all(found);
}

/** Whether events lie unpublished that the sweep of every minute should have found. */
async function checkEvents(): Promise<Found> {
  const until = new Date(now() - LONGEST_UNPUBLISHED).toISOString();
  const range = { index: KEYS_ONLY_INDEX, until, limit: 1 };
  const oldest = Array.from({ length: UNPUBLISHED_SHARDS }, (_, unpublished) =>
    queryKeyPages(EventItem, { unpublished }, range).next(),
  );
  const isBehind = (await Promise.all(oldest)).some(({ value }) => value !== undefined && value.length > 0);
  return isBehind
    ? {
        found: "some are older than ten minutes and not published",
        remedy: "The sweep does not run, or fails: look at the log and alarms of events.sweep.",
      }
    : { found: "none waits to be published for ten minutes" };
}
