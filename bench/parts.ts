import { coldStarts } from "./cold-starts.ts";
import { callLoad, growth } from "./local-cloud.ts";
import type { Part } from "./part.ts";
import { bundleSizes } from "./sizes.ts";
import { slotsLoad } from "./slots-load.ts";
import { webhookSending } from "./webhook-sending.ts";

/** The parts of the benchmark by their names, in the order they run. */
export const PARTS = {
  sizes: bundleSizes,
  cold: coldStarts,
  load: callLoad,
  growth,
  slots: slotsLoad,
  webhooks: webhookSending,
} satisfies Record<string, Part>;

/** The name of a part. */
export type PartName = keyof typeof PARTS;
