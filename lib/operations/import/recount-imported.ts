import { LIST_KINDS } from "#lib/bookings/list-kinds.ts";
import { recountHost } from "#lib/operations/recount/recount-host.ts";
import { pauseFreezing } from "#lib/storage/lists/frozen.ts";
import { recountTallies } from "#lib/storage/lists/write-tallies.ts";
import type { Survey } from "./survey.ts";

/** Rebuilds the counts and bookmarks of the lists that contain objects of a file: they were not updated during the import. */
export async function recountImported({ blocks, hosts }: Survey): Promise<void> {
  for (const kind of LIST_KINDS) {
    const importedBlocks = blocks.get(kind.kind);
    if (importedBlocks?.size) await recountTallies(kind, importedBlocks);
    await pauseFreezing();
  }
  for (const host of hosts) {
    await recountHost(host);
    await pauseFreezing();
  }
}
