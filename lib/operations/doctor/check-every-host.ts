import type { Caller } from "#lib/caller.ts";
import { enumeratePages } from "#lib/table/enumerate.ts";
import { UserItem } from "#lib/users/entity.ts";
import { checkClaims } from "./check-claims.ts";
import type { Disagreement } from "./disagreement.ts";

/** Hosts checked side by side. */
const AT_ONCE = 8;

/** Checks the claims of one user after the other, in the order they were made; answers what disagrees of each. */
export async function* checkEveryHost(caller: Caller): AsyncGenerator<Disagreement[]> {
  for await (const users of enumeratePages(UserItem, "user"))
    for (let at = 0; at < users.length; at += AT_ONCE)
      yield* await Promise.all(users.slice(at, at + AT_ONCE).map(({ id }) => checkClaims(caller, id)));
}
