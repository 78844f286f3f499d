import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { invalidField } from "#lib/failures.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { Instant } from "#lib/platform/instant.ts";
import { runInParts } from "#lib/table/commit.ts";
import { setTimers } from "#lib/timers/timer.ts";
import type { StoredWebhook } from "#lib/webhooks/subscriptions/entity.ts";
import { getWebhook } from "#lib/webhooks/subscriptions/get.ts";
import { requireActive } from "#lib/webhooks/subscriptions/require-active.ts";
import { webhookTimer } from "./webhook-timer.ts";

const MOST_DAYS = 14;

/** Body of a recovery. */
export const WebhookRecovery = z.strictObject({
  since: Instant.describe(`A time at most ${MOST_DAYS} days ago`),
});
export type WebhookRecovery = z.output<typeof WebhookRecovery>;

/** Lets all deliveries that have failed since an instant begin anew; however many they are, that is a timer's work. */
export async function recoverWebhook(
  caller: Caller,
  id: string,
  { since }: WebhookRecovery,
): Promise<StoredWebhook> {
  const webhook = await getWebhook(caller, id);
  requireActive(webhook);
  const ago = now() - Date.parse(since);
  if (ago < 0 || ago > MOST_DAYS * 86_400_000)
    throw invalidField("#/since", `must be a time within the last ${MOST_DAYS} days`);
  const until = nowIso();
  const timer = { timer: "recovery", webhookId: webhook.id, since, until } as const;
  await runInParts(() => setTimers([webhookTimer(timer, until)]));
  return webhook;
}
