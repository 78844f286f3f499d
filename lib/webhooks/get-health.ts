import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { getItem } from "#lib/table/read.ts";
import { getWebhook } from "./get.ts";
import { type Health, isSlow, WebhookHealth } from "./health.ts";
import { JITTER, RETRY_SECONDS } from "./retry.ts";

/** How a webhook's subscriber does, and when what fails is tried again. */
export const SubscriberHealth = z.object({
  state: z
    .enum(["healthy", "failing", "open", "releasing"])
    .describe("`open`: left alone but for a probe at a time; `releasing`: what waited is on its way"),
  failures: z.int().describe("Failed attempts in a row"),
  failingSince: z.string().nullable().describe("When the first of these failed"),
  nextProbeAt: z.string().nullable(),
  isSlow: z
    .boolean()
    .describe(
      "Its last answers took 3 s or more, so one request is sent to it at a time; five quick ones end it",
    ),
  retrySeconds: z
    .array(z.int())
    .describe("Seconds before the second attempt of a delivery, the third, and so on"),
  jitter: z.number().describe("The share of itself that each of them varies by"),
});
export type SubscriberHealth = z.output<typeof SubscriberHealth>;

/** Reads how the subscriber of a webhook of the caller does: one round trip. */
export async function getWebhookHealth(caller: Caller, id: string): Promise<SubscriberHealth> {
  const [, health] = await Promise.all([getWebhook(caller, id), getItem(WebhookHealth, { webhookId: id })]);
  return { ...found(health), retrySeconds: [...RETRY_SECONDS], jitter: JITTER };
}

const found = (health: Health | undefined): Omit<SubscriberHealth, "retrySeconds" | "jitter"> =>
  health
    ? {
        state: health.state === "failing" && health.failures === 0 ? "healthy" : health.state,
        failures: health.failures,
        failingSince: health.failures === 0 ? null : health.failingSince,
        nextProbeAt: health.state === "open" ? health.probeAt : null,
        isSlow: isSlow(health),
      }
    : { state: "healthy", failures: 0, failingSince: null, nextProbeAt: null, isSlow: false };
