import { type Health, isSlow, WebhookHealth } from "#lib/delivery/circuit-breaker/entity.ts";
import {
  type Delivery,
  DeliveryItem,
  replaceDelivery,
  waitingPartition,
} from "#lib/delivery/deliveries/entity.ts";
import { sendDeliveries } from "#lib/delivery/deliveries/lanes.ts";
import type { DeliveryMessage } from "#lib/delivery/deliveries/messages.ts";
import { type StoredWebhook, WebhookItem } from "#lib/delivery/subscriptions/entity.ts";
import {
  audienceOfWebhook,
  canAct,
  canReceive,
  holderOf,
  listRights,
  type RightsRequest,
  rightsItemRequests,
  toRights,
  type WebhookRights,
} from "#lib/delivery/subscriptions/rights.ts";
import { decryptSecrets, signatureHeaders } from "#lib/delivery/subscriptions/secrets.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { EventItem, isPublicEvent, NO_BOOKING } from "#lib/storage/outbox/entity.ts";
import { equals } from "#lib/storage/table/condition.ts";
import { ConditionFailed } from "#lib/storage/table/condition-failed.ts";
import { check } from "#lib/storage/table/operations.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { transact } from "#lib/storage/table/write.ts";
import { renderBody, type WebhookEvent } from "./body.ts";
import { postWebhook } from "./post.ts";
import { type AttemptResult, recordAttempt, resetAttemptTimer } from "./record-attempt.ts";

const USER_AGENT = "Almanac-Webhooks/1";

/** The result of an attempt without a request and without retries. */
const skipAttempt = (error: string): AttemptResult => ({
  status: null,
  error,
  isFinal: true,
  isSkipped: true,
});

/**
 * Makes one attempt of a delivery and records it, which sets the timer of the next attempt. If the message is received again after its
 * attempt was recorded, no request is sent. While the breaker of the webhook is open, the delivery waits instead, unless it is the current probe or a
 * user requested it. While the webhook is slow, the message moves to the slow lane.
 */
export async function deliverWebhook(message: DeliveryMessage): Promise<void> {
  const { delivery, health, webhook, event } = await readDelivery(message);
  if (delivery?.status !== "pending" || delivery.run !== message.run) return;
  // The attempt was recorded, but the timer of the next one may have been lost.
  if (delivery.attemptCount >= message.attempt) return resetAttemptTimer(delivery);
  if (health?.state === "open" && !bypassesBreaker(message, health) && (await setDeliveryWaiting(delivery)))
    return;
  if (isSlow(health) && !message.slowLane && !message.bypassBreaker)
    return sendDeliveries([{ ...message, slowLane: true }]);
  const startedAt = now();
  const result =
    webhook && event
      ? await sendAttempt(delivery, webhook, event)
      : skipAttempt("The webhook no longer receives this event.");
  await recordAttempt({ message, delivery, webhook, health, startedAt, result });
}

/** Whether an attempt is made even though the breaker is open. */
const bypassesBreaker = ({ kind, probe, bypassBreaker }: DeliveryMessage, { probes }: Health): boolean =>
  bypassBreaker === true || (kind === "probe" && probe === probes);

/**
 * Makes a delivery wait until its subscriber responds again. Returns false if the breaker has closed in the meantime; then the attempt
 * must be made.
 */
async function setDeliveryWaiting(delivery: Delivery): Promise<boolean> {
  const { webhookId } = delivery;
  const due = waitingPartition(webhookId);
  if (delivery.due === due) return true;
  try {
    await transact([
      check(WebhookHealth, { webhookId }, { if: equals("state", "open") }),
      replaceDelivery(delivery, { ...delivery, due, wakesAt: nowIso() }),
    ]);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    // If another call changed the delivery, that call continues it.
    return !error.concerns(WebhookHealth);
  }
}

async function sendAttempt(
  delivery: Delivery,
  webhook: StoredWebhook,
  event: WebhookEvent,
): Promise<AttemptResult> {
  const rendered = renderBody(event, webhook.payloadTemplate);
  if (!rendered) return skipAttempt("The body rendered from the template is too large.");
  const { body, contentType } = rendered;
  const secrets = await decryptSecrets(webhook);
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
    error: isDelivered ? null : `The subscriber responded with status ${status}.`,
    answer: excerpt,
    retryAfterSeconds,
    isFinal: isDelivered || status === 410,
  };
}

/** The current items of a delivery. `webhook`: undefined if it may not receive the event. `event`: undefined if it has expired. */
export interface DeliveryContext {
  delivery: Delivery | undefined;
  health: Health | undefined;
  webhook: StoredWebhook | undefined;
  event: WebhookEvent | undefined;
}

/**
 * Reads a delivery and all items that decide whether it is sent, in one round trip; in two if the webhook belongs to an application, or its
 * user has changed since the delivery was created.
 */
async function readDelivery(message: DeliveryMessage): Promise<DeliveryContext> {
  const { webhookId, createdAt, id, userId } = message;
  // A test has no event. No event has this key.
  const eventKey = message.event ?? { userId, createdAt, bookingId: NO_BOOKING, sequence: 0 };
  const rightsRequest = rightsRequestOf(message, { userId });
  // A single call, because each call costs CPU time.
  const [delivery, health, webhook, stored, ...rightsItems] = await findItems([
    itemRequest(DeliveryItem, { webhookId, createdAt, id }),
    itemRequest(WebhookHealth, { webhookId }),
    itemRequest(WebhookItem, { id: webhookId }),
    itemRequest(EventItem, eventKey),
    ...rightsItemRequests(rightsRequest),
  ]);
  const event = stored && isPublicEvent(stored) ? stored : undefined;
  const userRights = toRights(rightsRequest, rightsItems);
  const rights = webhook && (await currentRights(message, webhook, userRights));
  if (delivery?.payload !== undefined) {
    const { trigger, payload } = delivery;
    const testEvent = { trigger, createdAt, payload };
    return { delivery, health, webhook: rights && canAct(rights) ? webhook : undefined, event: testEvent };
  }
  const isPermitted =
    rights &&
    event &&
    webhook.active &&
    webhook.eventTriggers.includes(event.trigger) &&
    canReceive(audienceOfWebhook(webhook), event, rights);
  return { delivery, health, webhook: isPermitted ? webhook : undefined, event };
}

/** The rights of the webhook's current holder; those already read if the holder is the same. */
async function currentRights(
  message: DeliveryMessage,
  webhook: StoredWebhook,
  userRights: WebhookRights,
): Promise<WebhookRights | undefined> {
  const holder = holderOf(webhook);
  const isSame = holder.userId === message.userId && holder.grant === undefined;
  if (isSame) return userRights;
  const [rights] = await listRights([rightsRequestOf(message, holder)]);
  return rights;
}

const rightsRequestOf = (
  { event, teamId }: DeliveryMessage,
  holder: WebhookRights["holder"],
): RightsRequest => ({ holder, hostId: event?.userId, teamId });
