import type { Caller } from "#lib/caller.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { chunksOf } from "#lib/platform/chunks.ts";
import { enumeratePages } from "#lib/storage/table/enumerate.ts";
import { checkClaims } from "./check-claims.ts";
import type { Disagreement } from "./disagreement.ts";

/** Hosts that are checked in parallel. */
const HOSTS_AT_ONCE = 8;

/** Checks the claims of all users, in the order of their ids. Yields the disagreements of each user. */
export async function* checkEveryHost(caller: Caller): AsyncGenerator<Disagreement[]> {
  for await (const users of enumeratePages(UserItem, "user"))
    for (const chunk of chunksOf(users, HOSTS_AT_ONCE))
      yield* await Promise.all(chunk.map(({ id }) => checkClaims(caller, id)));
}
