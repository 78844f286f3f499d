import { type Caller, OPERATOR } from "#lib/caller.ts";
import type { EventTypeFilter } from "#lib/event-types/filter.ts";
import { listEventTypes } from "#lib/event-types/list.ts";
import { EventType } from "#lib/event-types/schema.ts";
import { readWholeList } from "#lib/lists/source.ts";

/** Lists the event types of a user, or of all users if the id is undefined. */
export async function listEventTypesOf(
  userId: number | undefined,
  filter: Omit<EventTypeFilter, "userId"> = {},
): Promise<EventType[]> {
  const caller: Caller = userId === undefined ? OPERATOR : { ...OPERATOR, userId, role: "USER" };
  return (await readWholeList(listEventTypes(caller, filter))).map((eventType) => EventType.parse(eventType));
}
