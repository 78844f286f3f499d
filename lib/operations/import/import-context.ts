import { EventTypeItem } from "#lib/calendar/event-types/entity.ts";
import { TeamItem } from "#lib/identity/teams/entity.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { DryRun } from "./dry-run.ts";

/** Objects by id, each read at most once. */
interface Cache<T> {
  find(id: number): Promise<T | undefined>;
  add(value: T): void;
}

function cacheOf<T extends { id: number }>(read: (id: number) => Promise<T | undefined>): Cache<T> {
  const found = new Map<number, T>();
  const add = (value: T): void => void found.set(value.id, value);
  const find = async (id: number): Promise<T | undefined> => {
    const value = found.get(id) ?? (await read(id));
    if (value) add(value);
    return value;
  };
  return { find, add };
}

/** What the lines of an import share. */
export type ImportContext = ReturnType<typeof newContext>;

/** Creates a context. A dry run has one for the whole file, because its objects are not in the table. */
export const newContext = ({ apiHost, isDryRun }: { apiHost: string; isDryRun: boolean }) => ({
  /** Host name of the service. */
  apiHost,
  /** Replaces the writes of a dry run. */
  dryRun: isDryRun ? new DryRun() : undefined,
  users: cacheOf((id) => findItem(UserItem, { id })),
  teams: cacheOf((id) => findItem(TeamItem, { id })),
  eventTypes: cacheOf((id) => findItem(EventTypeItem, { id })),
  /** The ids of the memberships of earlier lines, by user and team. */
  memberships: new Map<string, number>(),
  /** The same ids: the index of ids may not contain them yet, and in a dry run it never does. */
  membershipIds: new Set<number>(),
});
