import { type Caller, isSystemAdmin, organizationsOf } from "#lib/caller.ts";

/** Identifies a list and its caller. It includes the caller's rights, on which the elements of the list depend, so a cursor is bound to them. */
export const listOwner = (list: string, { caller, path }: { caller: Caller; path?: unknown }): string =>
  JSON.stringify([list, path, caller.userId, isSystemAdmin(caller), organizationsOf(caller).toSorted()]);
