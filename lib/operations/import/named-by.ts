import { EventTypeItem } from "#lib/event-types/entity.ts";
import type { Entity, KeyOf, Stored } from "#lib/table/entity.ts";
import { getItems, wanted } from "#lib/table/read.ts";
import { TeamItem } from "#lib/teams/entity.ts";
import { UserItem } from "#lib/users/entity.ts";
import type { ParsedLine } from "./parse-line.ts";

/** What some lines name that is there, by id. */
export interface NamedByLines {
  users: ReadonlyMap<number, Stored<typeof UserItem>>;
  teams: ReadonlyMap<number, Stored<typeof TeamItem>>;
  eventTypes: ReadonlyMap<number, Stored<typeof EventTypeItem>>;
}

/** Reads the hosts and event types of bookings and the teams of event types, each once. */
export async function namedBy(lines: readonly ParsedLine[]): Promise<NamedByLines> {
  const bookings = lines.flatMap(({ line }) => (line.type === "booking" ? [line] : []));
  const [users, eventTypes, teams] = await Promise.all([
    readAll(
      UserItem,
      bookings.map(({ userId }) => userId),
    ),
    readAll(
      EventTypeItem,
      bookings.map(({ eventTypeId }) => eventTypeId),
    ),
    readAll(
      TeamItem,
      lines.flatMap(({ line }) => (line.type === "event_type" && line.teamId !== null ? [line.teamId] : [])),
    ),
  ]);
  return { users, eventTypes, teams };
}

async function readAll<E extends Entity>(
  entity: E,
  ids: readonly number[],
): Promise<Map<number, Stored<E> & { id: number }>> {
  const keys = [...new Set(ids)].map((id) => wanted(entity, { id } as object as KeyOf<E>));
  const items = (await getItems(keys)) as (Stored<E> & { id: number })[];
  return new Map(items.flatMap((item) => (item ? [[item.id, item]] : [])));
}
