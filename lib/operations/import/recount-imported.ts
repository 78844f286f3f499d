import { LIST_KINDS } from "#lib/bookings/list-kinds.ts";
import { pauseFreezing } from "#lib/lists/freeze-pause.ts";
import { recountTallies } from "#lib/lists/write-tallies.ts";
import { recountHost } from "#lib/operations/recount/recount-host.ts";
import type { Survey } from "./survey.ts";

/** Updates the counts and bookmarks of the lists that contain objects of a file; sealing was paused while they were imported. */
export async function recountImported({ blocks, hosts }: Survey): Promise<void> {
  for (const kind of LIST_KINDS) {
    const mine = blocks.get(kind.kind);
    if (mine?.size) await recountTallies(kind, mine);
    await pauseFreezing();
  }
  for (const host of hosts) {
    await recountHost(host);
    await pauseFreezing();
  }
}
