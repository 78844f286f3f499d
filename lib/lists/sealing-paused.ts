import * as z from "zod";
import { nowIso } from "#lib/platform/clock.ts";
import { entity } from "#lib/table/entity.ts";
import { remove, update } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { write } from "#lib/table/write.ts";

/** Present while old items are written, until the ISO instant `until`: counts of old ids are not final meanwhile. */
export const SealingPause = entity({
  name: "sealing-pause",
  key: { pk: "SEALING", sk: "#" },
  schema: z.object({ until: z.string() }),
});

/** Whether old items may still be written, so that no count of old ids is final. One round trip. */
export async function isSealingPaused(): Promise<boolean> {
  const pause = await getItem(SealingPause, {});
  return pause !== undefined && pause.until > nowIso();
}

/** Pauses sealing until an ISO instant; renew it while old items are written. */
export async function pauseSealing(until: string): Promise<void> {
  await write(update(SealingPause, {}, { set: { until } }));
}

/** Resumes sealing. */
export async function resumeSealing(): Promise<void> {
  await write(remove(SealingPause, {}));
}
