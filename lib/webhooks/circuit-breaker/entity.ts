import * as z from "zod";
import { DUE_INDEX } from "#lib/table/due.ts";
import { entity, type Stored, Version } from "#lib/table/entity.ts";

/**
 * What is wrong with a webhook's subscriber; there is none while attempts succeed quickly. `failing`: the last attempts failed,
 * `failures` of them in a row since `failingSince`, which says nothing while there are none, or answers are slow. `open`: it is left alone but for one probe at a
 * time, the next at `probeAt`, and its deliveries wait. `releasing`: it answers again, and what waited is on its way. While open
 * or releasing it is in the index, for the sweep to find should a timer be lost.
 */
export const WebhookHealth = entity({
  name: "webhook-health",
  key: { pk: "W#{webhookId}", sk: "HEALTH" },
  indexes: { GSI1: { pk: DUE_INDEX, sk: "{wakesAt}#{webhookId}" } },
  versioned: true,
  schema: z.object({
    webhookId: z.string(),
    state: z.enum(["failing", "open", "releasing"]),
    failures: z.int(),
    failingSince: z.string(),
    /** Quick answers in a row until its deliveries leave the lane of slow webhooks; 0 when they are not in it. */
    quickAnswersNeeded: z.int().default(0),
    /** Probes made since it was opened. */
    probes: z.int(),
    probeAt: z.string().nullable(),
    releasedAt: z.string().nullable(),
    /** Turns taken at sending what waited. */
    turns: z.int().default(0),
    due: z.string().optional(),
    wakesAt: z.string().optional(),
    version: Version,
  }),
});
export type Health = Stored<typeof WebhookHealth>;

/** Whether a webhook's deliveries take the lane of slow ones. */
export const isSlow = (health: Health | undefined): boolean => (health?.quickAnswersNeeded ?? 0) > 0;
