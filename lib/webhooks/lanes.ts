import { createHash } from "node:crypto";
import type { DeliveryMessage } from "./delivery.ts";

/** Requests that are made to one webhook at the same time, and its lanes. */
export const MOST_AT_ONCE = 5;
/** Requests that are made at the same time to all webhooks together. */
export const DELIVERIES_AT_ONCE = 100;
/** Lanes of one owner: a fifth of all requests. */
export const LANES_PER_OWNER = DELIVERIES_AT_ONCE / 5;
/** Those of them that only slow webhooks use, and no other does. */
const SLOW_LANES = 8;
const QUICK_LANES = LANES_PER_OWNER - SLOW_LANES;

/**
 * The lane of a delivery: a message group, in which one message is worked on at a time (ADR 0024). Lanes belong to the owner, so
 * that no owner has more than a fifth of all requests. A webhook uses five of them; while it is slow, one that slow webhooks share.
 */
export function laneOf({ userId, webhookId, id, slowLane }: DeliveryMessage): string {
  if (slowLane) return `${userId}-slow-${numberOf(webhookId) % SLOW_LANES}`;
  return `${userId}-${(numberOf(webhookId) + (numberOf(id) % MOST_AT_ONCE)) % QUICK_LANES}`;
}

/** A number that is always the same for a text, and spread evenly. */
const numberOf = (text: string): number => createHash("sha256").update(text).digest().readUInt32BE();
