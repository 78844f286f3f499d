import { type Caller, isSystemAdmin, organizationsOf } from "#lib/caller.ts";

/** Whose list it is and of what. The caller's rights decide what is in it, so a position is one for them alone. */
export const listOwner = (list: string, { caller, path }: { caller: Caller; path?: unknown }): string =>
  JSON.stringify([list, path, caller.userId, isSystemAdmin(caller), organizationsOf(caller).toSorted()]);
