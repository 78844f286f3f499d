import type { Caller } from "#lib/access/caller.ts";
import { listEventTypes } from "#lib/event-types/list.ts";
import type { EventType } from "#lib/event-types/model.ts";

/** All event types of one user. */
export async function eventTypesOf(userId: number): Promise<EventType[]> {
  const asThemselves: Caller = { userId, role: "USER", scopes: "all", credentialId: "operator" };
  const eventTypes: EventType[] = [];
  for await (const page of listEventTypes(asThemselves)) eventTypes.push(...page);
  return eventTypes;
}
