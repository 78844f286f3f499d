import { randomBytes } from "node:crypto";
import { expiryInDays, nowIso } from "#lib/platform/clock.ts";
import { invocationId } from "#lib/platform/invocation.ts";
import { shardOf } from "#lib/platform/shard.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { type EventItem, UNPUBLISHED_SHARDS } from "./entity.ts";

type StoredEvent = Stored<typeof EventItem>;

const RETENTION_DAYS = 30;

/** Creates an event, which is published after the transaction that writes it. `shardBy` selects one of the partitions of unpublished events. */
export function newEvent(
  event: Omit<StoredEvent, "id" | "createdAt" | "unpublished" | "causedBy" | "ttl">,
  shardBy: number,
): StoredEvent {
  const causedBy = invocationId();
  return {
    id: `evt_${randomBytes(16).toString("base64url")}`,
    ...event,
    createdAt: nowIso(),
    unpublished: shardOf(shardBy, UNPUBLISHED_SHARDS),
    ...(causedBy !== undefined && { causedBy }),
    ttl: expiryInDays(RETENTION_DAYS),
  };
}
