import { now, nowIso } from "#lib/platform/clock.ts";
import { takeDue } from "#lib/table/due.ts";
import { KEYS_ONLY_INDEX } from "#lib/table/indexes.ts";
import { remove } from "#lib/table/operations.ts";
import { getItem, queryKeyPages } from "#lib/table/read.ts";
import { Refused } from "#lib/table/refused.ts";
import { write } from "#lib/table/write.ts";
import { setTimers } from "#lib/timers/timer.ts";
import { DeliveryItem, deliveryMessage } from "./delivery.ts";
import { type Health, WebhookHealth } from "./health.ts";
import { parkedAt } from "./park.ts";
import { sendDeliveries } from "./send.ts";

/** Milliseconds the index has to show what was parked last. */
const SETTLING = 60_000;
const AGAIN_SECONDS = 30;

/**
 * Sends what waited for a subscriber that answers again, oldest first, and looks again until nothing waits. A breaker that opens
 * again meanwhile keeps the rest.
 */
export async function releaseParked(webhookId: string): Promise<void> {
  const health = await getItem(WebhookHealth, { webhookId });
  if (health?.state !== "releasing") return;
  const due = parkedAt(webhookId);
  await takeDue({
    entity: DeliveryItem,
    due,
    until: nowIso(),
    wake: (deliveries) => sendDeliveries(deliveries.map((each) => deliveryMessage(each))),
  });
  const hasSettled = now() - Date.parse(health.releasedAt ?? nowIso()) > SETTLING;
  if (hasSettled && (await isEmpty(due))) return forget(health);
  const at = new Date(now() + AGAIN_SECONDS * 1000).toISOString();
  await setTimers([{ timer: { timer: "release", webhookId }, at }]);
}

async function isEmpty(due: string): Promise<boolean> {
  for await (const keys of queryKeyPages(DeliveryItem, { due }, { index: KEYS_ONLY_INDEX, limit: 1 }))
    if (keys.length > 0) return false;
  return true;
}

/** One that has changed meanwhile is looked at again by the sweep. */
async function forget({ webhookId, version }: Health): Promise<void> {
  try {
    await write(remove(WebhookHealth, { webhookId }, { ifVersion: version }));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}
