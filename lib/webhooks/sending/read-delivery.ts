import { EventItem } from "#lib/events/entity.ts";
import { getItems, itemRequest } from "#lib/table/read.ts";
import { type Health, WebhookHealth } from "#lib/webhooks/circuit-breaker/entity.ts";
import { type Delivery, DeliveryItem, type DeliveryMessage } from "#lib/webhooks/deliveries/entity.ts";
import { type StoredWebhook, WebhookItem } from "#lib/webhooks/subscriptions/entity.ts";
import { canAct, mayReceive } from "#lib/webhooks/subscriptions/may-receive.ts";
import {
  holderOf,
  type RightsRequest,
  readRights,
  rightsIn,
  type WebhookRights,
  wantedForRights,
} from "#lib/webhooks/subscriptions/rights.ts";
import { scopeOf } from "#lib/webhooks/subscriptions/scope.ts";
import type { Sendable } from "./delivery-body.ts";

/** A delivery as it is now. `webhook` is the one it goes to, if it still may; `sendable` what it says, if that is kept. */
export interface Found {
  delivery: Delivery | undefined;
  health: Health | undefined;
  webhook: StoredWebhook | undefined;
  sendable: Sendable | undefined;
}

/**
 * Reads a delivery with all that decides about it, in one round trip; in two when the webhook belongs to an application, or
 * to another user than when the delivery was recorded.
 */
export async function readDelivery(message: DeliveryMessage): Promise<Found> {
  const { webhookId, createdAt, id, userId } = message;
  // A test has no event: nobody's has this key.
  const eventKey = message.event ?? { userId, createdAt, bookingId: 0, sequence: 0 };
  const rightsRequest = rightsRequestOf(message, { userId });
  // One call of the table, because every call costs CPU time.
  const [delivery, health, webhook, event, ...rightsItems] = await getItems([
    itemRequest(DeliveryItem, { webhookId, createdAt, id }),
    itemRequest(WebhookHealth, { webhookId }),
    itemRequest(WebhookItem, { id: webhookId }),
    itemRequest(EventItem, eventKey),
    ...wantedForRights(rightsRequest),
  ]);
  const ofUser = rightsIn(rightsRequest, rightsItems);
  const rights = webhook && (await currentRights(message, webhook, ofUser));
  if (delivery?.payload !== undefined) {
    const { trigger, payload } = delivery;
    const sendable = { trigger, createdAt, payload };
    return { delivery, health, webhook: rights && canAct(rights) ? webhook : undefined, sendable };
  }
  const isPermitted =
    rights &&
    event &&
    webhook.active &&
    webhook.eventTriggers.includes(event.trigger) &&
    mayReceive(scopeOf(webhook), event, rights);
  return { delivery, health, webhook: isPermitted ? webhook : undefined, sendable: event };
}

/** The rights the webhook has now; those read for the message when it still has the same holder. */
async function currentRights(
  message: DeliveryMessage,
  webhook: StoredWebhook,
  ofUser: WebhookRights,
): Promise<WebhookRights | undefined> {
  const holder = holderOf(webhook);
  const isSame = holder.userId === message.userId && holder.grant === undefined;
  if (isSame) return ofUser;
  const [rights] = await readRights([rightsRequestOf(message, holder)]);
  return rights;
}

const rightsRequestOf = (
  { event, teamId }: DeliveryMessage,
  holder: WebhookRights["holder"],
): RightsRequest => ({ holder, hostId: event?.userId, teamId });
