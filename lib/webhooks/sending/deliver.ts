import { now } from "#lib/platform/clock.ts";
import { type Health, isSlow } from "#lib/webhooks/circuit-breaker/entity.ts";
import { parkDelivery } from "#lib/webhooks/circuit-breaker/park.ts";
import type { Delivery, DeliveryMessage } from "#lib/webhooks/deliveries/entity.ts";
import { sendDeliveries } from "#lib/webhooks/deliveries/send.ts";
import type { StoredWebhook } from "#lib/webhooks/subscriptions/entity.ts";
import { openSecrets } from "#lib/webhooks/subscriptions/sealed-secrets.ts";
import { signatureHeaders } from "#lib/webhooks/subscriptions/secrets.ts";
import { deliveryBody, type Sendable } from "./delivery-body.ts";
import { followAttempt, followDelivery } from "./follow.ts";
import { postWebhook } from "./post.ts";
import { readDelivery } from "./read-delivery.ts";
import { type AttemptResult, recordAttempt } from "./record-attempt.ts";

const USER_AGENT = "Almanac-Webhooks/1";

/** What is neither sent nor tried again, and says nothing about the subscriber. */
const notMade = (error: string): AttemptResult => ({ status: null, error, isFinal: true, isOwn: true });

/**
 * Makes one attempt of a delivery and records it; a failed one is followed by the next at its time. A message that
 * comes twice sends nothing again once its attempt is recorded. While the breaker of the webhook is open the delivery
 * waits instead, but for the one that probes, and what somebody asked for. While the webhook is slow, it moves to the slow lane.
 */
export async function deliverWebhook(message: DeliveryMessage): Promise<void> {
  const { delivery, health, webhook, sendable } = await readDelivery(message);
  if (delivery?.status !== "pending" || delivery.run !== message.run) return;
  // Recorded before, but perhaps without the timer for the next attempt.
  if (delivery.attemptCount >= message.attempt) return followDelivery(delivery);
  if (health?.state === "open" && !isMade(message, health) && (await parkDelivery(delivery))) return;
  if (isSlow(health) && !message.slowLane && !message.insists)
    return sendDeliveries([{ ...message, slowLane: true }]);
  const startedAt = now();
  const result =
    webhook && sendable
      ? await attempt(delivery, webhook, sendable)
      : notMade("The webhook no longer receives this event.");
  const recorded = await recordAttempt({ message, delivery, webhook, health, startedAt, result });
  if (recorded) await followAttempt(recorded);
}

/** Whether an attempt is made though the breaker is open. */
const isMade = ({ kind, probe, insists }: DeliveryMessage, { probes }: Health): boolean =>
  insists === true || (kind === "probe" && probe === probes);

async function attempt(
  delivery: Delivery,
  webhook: StoredWebhook,
  sendable: Sendable,
): Promise<AttemptResult> {
  const rendered = deliveryBody(sendable, webhook.payloadTemplate);
  if (!rendered) return notMade("The body rendered from the template is too large.");
  const { body, contentType } = rendered;
  const secrets = await openSecrets(webhook);
  const headers = {
    ...signatureHeaders({ id: delivery.id, at: now(), body, secrets }),
    "content-type": contentType,
    "user-agent": USER_AGENT,
    "x-cal-webhook-version": webhook.payloadVersion,
  };
  const outcome = await postWebhook({ url: webhook.subscriberUrl, headers, body });
  if (outcome.status === null) return outcome;
  const { status, retryAfterSeconds, excerpt } = outcome;
  const isDelivered = status >= 200 && status < 300;
  return {
    status,
    error: isDelivered ? null : `The answer was ${status}.`,
    answer: excerpt,
    retryAfterSeconds,
    isFinal: isDelivered || status === 410,
  };
}
