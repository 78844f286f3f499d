import { type Caller, OPERATOR } from "#lib/caller.ts";
import { listEventTypes } from "#lib/event-types/list.ts";
import { EventType } from "#lib/event-types/model.ts";
import { wholeList } from "#lib/lists/source.ts";

/** Lists the event types of a user, or of all users. */
export async function eventTypesOf(userId: number | undefined): Promise<EventType[]> {
  const caller: Caller = userId === undefined ? OPERATOR : { ...OPERATOR, userId, role: "USER" };
  return (await wholeList(listEventTypes(caller))).map((eventType) => EventType.parse(eventType));
}
