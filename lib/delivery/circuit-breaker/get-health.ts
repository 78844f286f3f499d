import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { JITTER, RETRY_SECONDS } from "#lib/delivery/sending/retry.ts";
import { getWebhook } from "#lib/delivery/subscriptions/get.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { type Health, isSlow, WebhookHealth } from "./entity.ts";

/** Health of a webhook's subscriber in API responses, with the schedule of retries. */
export const SubscriberHealth = z
  .object({
    state: z
      .enum(["healthy", "failing", "open", "releasing"])
      .describe("`open`: only probes are sent; `releasing`: waiting deliveries are being sent"),
    failures: z.int().describe("Consecutive failed attempts"),
    failingSince: z.string().nullable().describe("Time of the first of these failures"),
    nextProbeAt: z.string().nullable().describe("Time of the next probe; null unless the state is `open`."),
    isSlow: z
      .boolean()
      .describe(
        "Whether recent responses took 3 s or more. Then requests are sent one at a time, until five fast responses",
      ),
    retrySeconds: z
      .array(z.int())
      .describe("Seconds to wait before the second attempt of a delivery, the third, and so on"),
    jitter: z.number().describe("Fraction by which each wait varies randomly"),
  })
  .describe("Whether the subscriber of a webhook responds.");
export type SubscriberHealth = z.output<typeof SubscriberHealth>;

/** Gets the health of a webhook's subscriber. */
export async function getWebhookHealth(caller: Caller, id: string): Promise<SubscriberHealth> {
  const [, health] = await Promise.all([getWebhook(caller, id), findItem(WebhookHealth, { webhookId: id })]);
  return { ...renderHealth(health), retrySeconds: [...RETRY_SECONDS], jitter: JITTER };
}

/** The state of a subscriber, without the schedule of retries. */
export type SubscriberState = Omit<SubscriberHealth, "retrySeconds" | "jitter">;

/** Renders the stored health for API responses. There is no stored item while the subscriber is healthy. */
export const renderHealth = (health: Health | undefined): SubscriberState =>
  health
    ? {
        state: health.state === "failing" && health.failures === 0 ? "healthy" : health.state,
        failures: health.failures,
        failingSince: health.failures === 0 ? null : health.failingSince,
        nextProbeAt: health.state === "open" ? health.probeAt : null,
        isSlow: isSlow(health),
      }
    : { state: "healthy", failures: 0, failingSince: null, nextProbeAt: null, isSlow: false };
