import * as z from "zod";
import { DUE_INDEX } from "#lib/storage/table/due.ts";
import { entity, type Stored, Version } from "#lib/storage/table/entity.ts";

/**
 * The state of the circuit breaker of a webhook; there is no item while attempts succeed fast.
 * - `failing`: the last `failures` attempts failed, since `failingSince` (without meaning if `failures` is 0), or responses are slow.
 * - `open`: deliveries wait, and one probe at a time is sent, the next at `probeAt`.
 * - `releasing`: the subscriber responds again, and the waiting deliveries are being sent.
 *
 * While `open` or `releasing`, the item is in the due index, so that the sweep finds it if a timer is lost.
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
    /** Consecutive fast responses until the webhook is no longer slow; 0 if it is not slow. */
    quickAnswersNeeded: z.int().default(0),
    /** Probes since the breaker opened. */
    probes: z.int(),
    probeAt: z.string().nullable(),
    releasedAt: z.string().nullable(),
    /** Turns of the release so far. */
    turns: z.int().default(0),
    due: z.string().optional(),
    wakesAt: z.string().optional(),
    version: Version,
  }),
});
export type Health = Stored<typeof WebhookHealth>;

/** Whether the deliveries of a webhook use a lane for slow webhooks. */
export const isSlow = (health: Health | undefined): boolean => (health?.quickAnswersNeeded ?? 0) > 0;
