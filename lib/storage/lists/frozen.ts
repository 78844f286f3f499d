import * as z from "zod";
import { now, nowIso } from "#lib/platform/clock.ts";
import { entity } from "#lib/storage/table/entity.ts";
import { remove, update } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import type { ListElement } from "./kind.ts";

/**
 * Milliseconds after which no element with a lower id can appear. An id is used within 30 seconds after its block was leased
 * (`lib/storage/table/ids.ts`), by a call of at most 60 seconds; the rest is a margin for clock skew.
 */
export const FROZEN_AFTER = 120_000;

/** Whether no element with a lower id than this one can appear: lower ids were leased before this element was created. */
export const isFrozen = ({ createdAt }: Pick<ListElement, "createdAt">): boolean =>
  Date.parse(createdAt) <= now() - FROZEN_AFTER;

/** Milliseconds until a pause expires unless it is renewed, so that a killed process leaves none. */
const PAUSE = 5 * 60_000;

/** Exists while an import writes old elements, until the ISO instant `until`. In that time, no block is frozen. */
export const FreezePause = entity({
  name: "sealing-pause",
  key: { pk: "SEALING", sk: "#" },
  schema: z.object({ until: z.string() }),
});

/** Whether an import may still write old elements, so that no block is frozen. */
export async function isFreezePaused(): Promise<boolean> {
  const pause = await findItem(FreezePause, {});
  return pause !== undefined && pause.until > nowIso();
}

/** Pauses freezing for five minutes, or renews the pause. */
export async function pauseFreezing(): Promise<void> {
  await writeOne(update(FreezePause, {}, { set: { until: new Date(now() + PAUSE).toISOString() } }));
}

/** Resumes freezing. */
export async function resumeFreezing(): Promise<void> {
  await writeOne(remove(FreezePause, {}));
}
