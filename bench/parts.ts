import { coldStarts } from "./cold-starts.ts";
import { deliveries } from "./deliveries.ts";
import { localCloud } from "./local-cloud.ts";
import { meetings } from "./meetings.ts";
import { oauthCosts } from "./oauth.ts";
import type { Part } from "./part.ts";
import { profile } from "./profile.ts";
import { recorded } from "./recorded.ts";
import { bundleSizes } from "./sizes.ts";
import { slots } from "./slots.ts";
import { slowWebhooks } from "./slow-webhooks.ts";
import { warmCost } from "./warm.ts";
import { webhookSending } from "./webhook-sending.ts";

/** The parts of the benchmark by their names, in the order they run. */
export const PARTS = {
  sizes: bundleSizes,
  cold: coldStarts,
  warm: warmCost,
  slots,
  webhooks: webhookSending,
  deliveries,
  slow: slowWebhooks,
  meetings,
  oauth: oauthCosts,
  cloud: localCloud,
  profile,
  recorded,
} satisfies Record<string, Part>;

/** The name of a part. */
export type PartName = keyof typeof PARTS;
