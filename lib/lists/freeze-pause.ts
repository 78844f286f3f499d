import * as z from "zod";
import { now, nowIso } from "#lib/platform/clock.ts";
import { entity } from "#lib/table/entity.ts";
import { remove, update } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { writeOne } from "#lib/table/write.ts";

/** Milliseconds a pause lasts unless it is renewed; that of a killed process ends by itself. */
const PAUSE = 5 * 60_000;

/** Present while old items are written, until the ISO instant `until`: counts of old ids are not final meanwhile. */
export const FreezePause = entity({
  name: "sealing-pause",
  key: { pk: "SEALING", sk: "#" },
  schema: z.object({ until: z.string() }),
});

/** Whether old items may still be written, so that no count of old ids is final. One round trip. */
export async function isFreezePaused(): Promise<boolean> {
  const pause = await getItem(FreezePause, {});
  return pause !== undefined && pause.until > nowIso();
}

/** Pauses sealing for five minutes, or renews the pause. */
export async function pauseFreezing(): Promise<void> {
  await writeOne(update(FreezePause, {}, { set: { until: new Date(now() + PAUSE).toISOString() } }));
}

/** Resumes sealing. */
export async function resumeFreezing(): Promise<void> {
  await writeOne(remove(FreezePause, {}));
}
