import { LIST_KINDS } from "#lib/bookings/list-kinds.ts";
import { BLOCK } from "#lib/lists/tally.ts";
import { recountTallies, tallyEmpty } from "#lib/lists/write-tallies.ts";
import { recountHost } from "#lib/operations/recount/recount-host.ts";
import type { ImportState } from "./entity.ts";
import { keepLease } from "./lease.ts";
import type { Survey } from "./survey.ts";

/** Hosts whose bookings are counted side by side; one may have very many. */
const AT_ONCE = 4;

/** Brings the counts and bookmarks up to date of whatever a file has brought: nothing else was to do so meanwhile. */
export async function recountImported(state: ImportState, { highest, blocks, hosts }: Survey): Promise<void> {
  for (const kind of LIST_KINDS) {
    const [from, to] = [state.floors[kind.kind], highest.get(kind.kind)];
    if (from === undefined || to === undefined) continue;
    const but = blocks.get(kind.kind) ?? new Set();
    await tallyEmpty(kind, { from: Math.floor(from / BLOCK), to: Math.floor(to / BLOCK), but });
    await recountTallies(kind, but);
    await keepLease(state);
  }
  const all = [...hosts];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    await Promise.all(all.slice(at, at + AT_ONCE).map(recountHost));
    await keepLease(state);
  }
}
