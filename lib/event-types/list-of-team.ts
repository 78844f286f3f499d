import type { Caller } from "#lib/caller.ts";
import { countOf, type ListSource, type Reading } from "#lib/lists/source.ts";
import { MembershipOfTeam } from "#lib/memberships/entity.ts";
import type { Stored } from "#lib/table/entity.ts";
import { primaryKey } from "#lib/table/entity.ts";
import { queryAll, queryPages } from "#lib/table/read.ts";
import { type EventTypeItem, EventTypeOfUser } from "./entity.ts";
import { eventTypesInTeam } from "./visibility.ts";

type EventType = Stored<typeof EventTypeItem>;

/** Members whose event types are read in parallel. */
const MEMBERS_AT_ONCE = 25;

/**
 * The event types of a team, by the ids of host and event type, for its accepted members and system admins. They are those of hosts who
 * are accepted members. Hidden ones are only for their host and the team's admins.
 *
 * @throws {Failure} `not_found`
 */
export async function listEventTypesOfTeam(caller: Caller, teamId: number): Promise<ListSource<EventType>> {
  const isVisible = await eventTypesInTeam(caller, teamId);
  async function* read({ after }: Reading): AsyncGenerator<EventType[]> {
    const start = after === undefined ? undefined : parsePosition(after);
    for await (const hosts of hostsOf(teamId, start?.userId)) {
      const found = await Promise.all(hosts.map((userId) => queryAll(EventTypeOfUser, { userId })));
      yield found.flat().filter((eventType) => isVisible(eventType) && isAfter(eventType, start));
    }
  }
  return {
    read,
    positionOf: ({ userId, id }) => `${userId}/${id}`,
    count: () => countOf(read({})),
  };
}

/** The accepted members of a team from a user id on, some at a time. */
async function* hostsOf(teamId: number, first = 0): AsyncGenerator<number[]> {
  const after = primaryKey(MembershipOfTeam, { teamId, userId: Math.max(0, first - 1) }).sk;
  for await (const page of queryPages(MembershipOfTeam, { teamId }, { after })) {
    const hosts = page.filter(({ accepted }) => accepted).map(({ userId }) => userId);
    for (let at = 0; at < hosts.length; at += MEMBERS_AT_ONCE) yield hosts.slice(at, at + MEMBERS_AT_ONCE);
  }
}

interface Position {
  userId: number;
  id: number;
}

function parsePosition(text: string): Position {
  const [userId = 0, id = 0] = text.split("/").map(Number);
  return { userId, id };
}

const isAfter = (eventType: EventType, start: Position | undefined): boolean =>
  start === undefined || eventType.userId !== start.userId || eventType.id > start.id;
