import { createHash } from "node:crypto";
import { setting, type Variable } from "#lib/platform/env.ts";
import { sendAllMessages } from "#lib/platform/queue.ts";
import type { DeliveryMessage } from "./messages.ts";

/** Maximum concurrent requests to one webhook, and its lanes, by default. */
export const MAX_AT_ONCE = 5;
/** Maximum concurrent requests to all webhooks together, by default. */
export const DELIVERIES_AT_ONCE = 100;
/** Part of the concurrency that one owner may use, by default. */
const OWNER_SHARE = 0.2;
/** Part of an owner's lanes that is reserved for slow webhooks. */
const SLOW_SHARE = 0.4;

/** Number of lanes of one owner: all of them, and those for slow webhooks. */
interface Lanes {
  all: number;
  slow: number;
}

/** The number of an owner's lanes for a concurrency of all deliveries, unless the operator set it. */
export const ownerLanes = (concurrency: number): number => Math.max(1, Math.floor(concurrency * OWNER_SHARE));

/** The number of lanes for webhooks that are not slow, among an owner's lanes. */
export const fastLanes = (all: number): number => all - Math.round(all * SLOW_SHARE);

/** The number of lanes per owner. An owner with a single lane uses it also for slow webhooks. */
export function lanesPerOwner(): Lanes {
  const concurrency = deliveryConcurrency();
  const all = Math.min(concurrency, numberOf("DELIVERY_CONCURRENCY_PER_OWNER") ?? ownerLanes(concurrency));
  return { all, slow: all - fastLanes(all) };
}

/**
 * The lane of a delivery: a message group, of which one message is processed at a time (ADR 0024). Lanes belong to the owner, so that no
 * owner has more than its part of all requests. A webhook uses some of them; while it is slow, one that it shares with other slow webhooks.
 */
export function laneOf({ userId, webhookId, id, slowLane }: DeliveryMessage): string {
  const { all, slow } = lanesPerOwner();
  if (slowLane && slow > 0) return `${userId}-slow-${hashNumber(webhookId) % slow}`;
  const ofWebhook = numberOf("DELIVERY_CONCURRENCY_PER_WEBHOOK") ?? MAX_AT_ONCE;
  return `${userId}-${(hashNumber(webhookId) + (hashNumber(id) % ofWebhook)) % (all - slow)}`;
}

/** As configured in the event source of `events.deliver` (`infra/constructs/event-source.ts`). */
function deliveryConcurrency(): number {
  const most = numberOf("DELIVERY_CONCURRENCY") ?? DELIVERIES_AT_ONCE;
  return Math.min(most, numberOf("CONSUMER_CONCURRENCY") ?? most);
}

function numberOf(name: Variable): number | undefined {
  const value = setting(name);
  return value === undefined ? undefined : Number(value);
}

/** The same number for the same text, evenly distributed. */
const hashNumber = (text: string): number => createHash("sha256").update(text).digest().readUInt32BE();

/** Sends messages for attempts that are due now, in their lanes. Throws if the queue rejected any of them. */
export const sendDeliveries = (messages: readonly DeliveryMessage[]): Promise<void> =>
  sendAllMessages(
    "deliveries",
    messages.map((body) => ({ body, group: laneOf(body) })),
  );
