import { EventItem } from "#lib/events/entity.ts";
import { MembershipOfUser } from "#lib/memberships/entity.ts";
import { getItems, wanted } from "#lib/table/read.ts";
import { UserItem } from "#lib/users/entity.ts";
import { type Delivery, DeliveryItem, type DeliveryMessage } from "./delivery.ts";
import type { Sendable } from "./delivery-body.ts";
import { type StoredWebhook, WebhookItem } from "./entity.ts";
import { type Health, WebhookHealth } from "./health.ts";
import { permittedWebhook } from "./permitted-webhook.ts";

/** A delivery as it is now. `webhook` is the one it goes to, if it still may; `sendable` what it says, if that is kept. */
export interface Found {
  delivery: Delivery | undefined;
  health: Health | undefined;
  webhook: StoredWebhook | undefined;
  sendable: Sendable | undefined;
}

/** Reads a delivery with all that decides about it, in one round trip. */
export async function readDelivery(message: DeliveryMessage): Promise<Found> {
  const { webhookId, createdAt, id, userId, teamId } = message;
  // A test has no event: nobody's has this key.
  const eventKey = message.event ?? { userId, createdAt, bookingId: 0, sequence: 0 };
  const [delivery, health, webhook, user, event, ...memberships] = await getItems([
    wanted(DeliveryItem, { webhookId, createdAt, id }),
    wanted(WebhookHealth, { webhookId }),
    wanted(WebhookItem, { id: webhookId }),
    wanted(UserItem, { id: userId }),
    wanted(EventItem, eventKey),
    ...(teamId === null ? [] : [wanted(MembershipOfUser, { userId, teamId })]),
  ]);
  if (delivery?.payload !== undefined) {
    const isOwn = user?.id === webhook?.userId && user?.isLocked === false;
    const { trigger, payload } = delivery;
    return {
      delivery,
      health,
      webhook: isOwn ? webhook : undefined,
      sendable: { trigger, createdAt, payload },
    };
  }
  const permitted = event && permittedWebhook({ webhook, event, user, membership: memberships[0] });
  return { delivery, health, webhook: permitted, sendable: event };
}
