import { EventItem } from "#lib/events/entity.ts";
import { MembershipOfUser } from "#lib/memberships/entity.ts";
import { now } from "#lib/platform/clock.ts";
import { sendMessage } from "#lib/platform/queue.ts";
import { open } from "#lib/platform/seal.ts";
import type { Stored } from "#lib/table/entity.ts";
import { getItems, wanted } from "#lib/table/read.ts";
import { UserItem } from "#lib/users/entity.ts";
import { type Delivery, DeliveryItem, type DeliveryMessage } from "./delivery.ts";
import { deliveryBody } from "./delivery-body.ts";
import { type StoredWebhook, WebhookItem } from "./entity.ts";
import { permittedWebhook, type Receiving } from "./permitted-webhook.ts";
import { postWebhook } from "./post.ts";
import { type AttemptResult, recordAttempt } from "./record-attempt.ts";
import { retryDelaySeconds } from "./retry.ts";
import { signatureHeaders } from "./secret.ts";

const USER_AGENT = "Almanac-Webhooks/1";

/**
 * Makes one attempt of a delivery and records it; a failed one is followed by a message for the next. A message that
 * comes twice sends nothing again once its attempt is recorded.
 */
export async function deliverWebhook(message: DeliveryMessage): Promise<void> {
  const { delivery, receiving } = await readDelivery(message);
  if (delivery?.status !== "pending") return;
  // Recorded before, but perhaps without the message for the next attempt.
  if (delivery.attemptCount >= message.attempt) return scheduleNext(message, delivery.attemptCount);
  const webhook = receiving && permittedWebhook(receiving);
  const startedAt = now();
  const result: AttemptResult =
    receiving && webhook
      ? await attempt(delivery, webhook, receiving.event)
      : { status: null, error: "The webhook does not receive this event any more.", isFinal: true };
  const stored = await recordAttempt({ delivery, webhook, startedAt, result });
  if (stored?.status === "pending") await scheduleNext(message, stored.attemptCount);
}

async function readDelivery({
  webhookId,
  createdAt,
  id,
  event: eventKey,
  userId,
  teamId,
}: DeliveryMessage): Promise<{ delivery: Delivery | undefined; receiving: Receiving | undefined }> {
  const [delivery, webhook, event, user, ...memberships] = await getItems([
    wanted(DeliveryItem, { webhookId, createdAt, id }),
    wanted(WebhookItem, { id: webhookId }),
    wanted(EventItem, eventKey),
    wanted(UserItem, { id: userId }),
    ...(teamId === null ? [] : [wanted(MembershipOfUser, { userId, teamId })]),
  ]);
  return { delivery, receiving: event && { webhook, event, user, membership: memberships[0] } };
}

async function attempt(
  delivery: Delivery,
  webhook: StoredWebhook,
  event: Stored<typeof EventItem>,
): Promise<AttemptResult> {
  const rendered = deliveryBody(event, webhook.payloadTemplate);
  if (!rendered)
    return { status: null, error: "The template makes a body that is too large.", isFinal: true };
  const { body, contentType } = rendered;
  const secret = await open(webhook.sealedSecret, { webhookId: webhook.id });
  const headers = {
    ...signatureHeaders({ id: delivery.id, at: now(), body, secrets: [secret] }),
    "content-type": contentType,
    "user-agent": USER_AGENT,
  };
  const outcome = await postWebhook({ url: webhook.subscriberUrl, headers, body });
  if (outcome.status === null) return outcome;
  const { status } = outcome;
  const isDelivered = status >= 200 && status < 300;
  return {
    status,
    error: isDelivered ? null : `The answer was ${status}.`,
    isFinal: isDelivered || status === 410,
  };
}

async function scheduleNext(message: DeliveryMessage, attemptsMade: number): Promise<void> {
  const delaySeconds = retryDelaySeconds(attemptsMade);
  if (delaySeconds === undefined) return;
  const body = { ...message, attempt: attemptsMade + 1 } satisfies DeliveryMessage;
  await sendMessage("deliveries", { body, group: message.webhookId, delaySeconds });
}
