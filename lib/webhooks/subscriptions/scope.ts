import { type EventItem, type EventScope, hostIdsIn } from "#lib/events/entity.ts";
import type { Stored } from "#lib/table/entity.ts";
import type { StoredWebhook } from "./entity.ts";

/** Whose events: a user's `U:7`, an event type's `E:7`, a team's `T:7`, or everybody's `P`. A scope owns its webhooks. */
export type WebhookScope = `${"U" | "E" | "T"}:${number}` | "P";

/** The scope a webhook listens to. */
export function scopeOf({
  userId,
  eventTypeId,
  teamId,
  platform,
}: Pick<StoredWebhook, "userId" | "eventTypeId" | "teamId" | "platform">): WebhookScope {
  if (platform) return "P";
  if (teamId !== null) return `T:${teamId}`;
  return eventTypeId === null ? `U:${userId}` : `E:${eventTypeId}`;
}

/** The scopes whose webhooks receive an event, without those that get the first record of a reschedule. */
export function scopesOf({ firstScope, ...event }: Stored<typeof EventItem>): WebhookScope[] {
  const first = firstScope ? namesOf(firstScope) : [];
  return namesOf(event).filter((scope) => !first.includes(scope));
}

const namesOf = ({ eventTypeId, teamId, ...hosts }: EventScope): WebhookScope[] => [
  ...hostIdsIn(hosts).map((userId) => `U:${userId}` as const),
  ...(eventTypeId === null ? [] : ([`E:${eventTypeId}`] as const)),
  ...(teamId === null ? [] : ([`T:${teamId}`] as const)),
  "P",
];
