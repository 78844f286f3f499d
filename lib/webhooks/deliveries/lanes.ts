import { createHash } from "node:crypto";
import { setting } from "#lib/platform/env.ts";
import { sendMessages } from "#lib/platform/queue.ts";
import type { DeliveryMessage } from "./messages.ts";

/** Maximum concurrent requests to one webhook, and its lanes. */
export const MAX_AT_ONCE = 5;
/** Maximum concurrent requests to all webhooks together, unless the operator lowered it. */
export const DELIVERIES_AT_ONCE = 100;
/** Part of the concurrency that one owner may use. */
const OWNER_SHARE = 0.2;
/** Part of an owner's lanes that is reserved for slow webhooks. */
const SLOW_SHARE = 0.4;

/** Number of lanes of one owner: all of them, and those for slow webhooks. */
interface Lanes {
  all: number;
  slow: number;
}

/** The number of lanes per owner. An owner with a single lane uses it also for slow webhooks. */
export function lanesPerOwner(concurrency = deliveryConcurrency()): Lanes {
  const all = Math.max(1, Math.floor(concurrency * OWNER_SHARE));
  return { all, slow: Math.round(all * SLOW_SHARE) };
}

/**
 * The lane of a delivery: a message group, of which one message is processed at a time (ADR 0024). Lanes belong to the owner, so that no
 * owner has more than a fifth of all requests. A webhook uses five of them; while it is slow, one that it shares with other slow webhooks.
 */
export function laneOf({ userId, webhookId, id, slowLane }: DeliveryMessage): string {
  const { all, slow } = lanesPerOwner();
  if (slowLane && slow > 0) return `${userId}-slow-${hashNumber(webhookId) % slow}`;
  return `${userId}-${(hashNumber(webhookId) + (hashNumber(id) % MAX_AT_ONCE)) % (all - slow)}`;
}

/** As configured in the event source of `events.deliver` (`infra/constructs/event-source.ts`). */
const deliveryConcurrency = (): number =>
  Math.min(DELIVERIES_AT_ONCE, Number(setting("CONSUMER_CONCURRENCY") ?? DELIVERIES_AT_ONCE));

/** The same number for the same text, evenly distributed. */
const hashNumber = (text: string): number => createHash("sha256").update(text).digest().readUInt32BE();

/** Sends messages for attempts that are due now, in their lanes. Throws if the queue rejected any of them. */
export async function sendDeliveries(messages: readonly DeliveryMessage[]): Promise<void> {
  const rejected = await sendMessages(
    "deliveries",
    messages.map((body) => ({ body, group: laneOf(body) })),
  );
  if (rejected.size > 0) throw new Error(`the queue deliveries did not take ${rejected.size} messages`);
}
