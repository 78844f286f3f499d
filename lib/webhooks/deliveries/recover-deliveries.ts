import { now, nowIso } from "#lib/platform/clock.ts";
import { ignoreFailedCondition } from "#lib/table/condition-failed.ts";
import type { Range } from "#lib/table/query.ts";
import { getItem, queryBatch } from "#lib/table/read.ts";
import { transact } from "#lib/table/write.ts";
import { setTimers } from "#lib/timers/timer.ts";
import { WebhookItem } from "#lib/webhooks/subscriptions/entity.ts";
import { type Delivery, DeliveryItem, deliveryMessage } from "./entity.ts";
import { newRun, replaceRun } from "./new-run.ts";
import { sendDeliveries } from "./send.ts";
import { type WebhookTimer, webhookTimer } from "./webhook-timer.ts";

type Recovery = Extract<WebhookTimer, { timer: "recovery" }>;

/** Deliveries looked at in one round trip. */
const PAGE = 100;
/** Milliseconds after which a timer leaves the rest to another. */
const LONGEST_RUN = 20_000;

/**
 * Sends the failed deliveries of a stretch of time anew, oldest first. What was sent anew has not failed any more, so repeating it
 * repeats nothing; tests are left out.
 */
export async function recoverDeliveries({ webhookId, since, until, after }: Recovery): Promise<void> {
  const webhook = await getItem(WebhookItem, { id: webhookId });
  if (!webhook?.active) return;
  const startedAt = now();
  let position: string | undefined = after ?? `D#${since}`;
  while (position !== undefined && now() - startedAt <= LONGEST_RUN)
    position = await recoverPage(webhookId, { after: position, until: `D#${until}\uffff`, limit: PAGE });
  if (position === undefined) return;
  const timer: Recovery = { timer: "recovery", webhookId, since, until, after: position };
  await setTimers([webhookTimer(timer, nowIso())]);
}

/** Sends what has failed in a range anew; answers where to go on. */
async function recoverPage(webhookId: string, range: Range): Promise<string | undefined> {
  const { items, next } = await queryBatch(DeliveryItem, { webhookId }, range);
  const begun = await Promise.all(items.filter(isLost).map(beginAnew));
  await sendDeliveries(begun.filter((each) => each !== undefined).map((each) => deliveryMessage(each)));
  return next;
}

const isLost = ({ status, event }: Delivery): boolean => status === "failed" && event !== null;

/** The delivery as it begins anew; undefined when somebody else was faster. */
async function beginAnew(before: Delivery): Promise<Delivery | undefined> {
  const after = newRun(before);
  return (await ignoreFailedCondition(transact([replaceRun(before, after)]))) ? after : undefined;
}
