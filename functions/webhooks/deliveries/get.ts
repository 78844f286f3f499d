import * as z from "zod";
import { endpoint } from "#lib/http/endpoint.ts";
import { getDelivery } from "#lib/webhooks/deliveries/get.ts";
import { DeliveryId, renderDelivery, WebhookDelivery } from "#lib/webhooks/deliveries/schema.ts";
import { WebhookId } from "#lib/webhooks/subscriptions/schema.ts";

/** Gets a delivery with its attempts. */
export const handler = endpoint(
  {
    id: "webhooks.deliveries.get",
    summary: "Get a delivery",
    description: "Returns a delivery with its latest 100 attempts.",
    route: "GET /webhooks/{id}/deliveries/{deliveryId}",
    aliases: ["GET /hooks/{id}/deliveries/{deliveryId}"],
    scopes: ["READ_WEBHOOK"],
    path: z.object({ id: WebhookId, deliveryId: DeliveryId }),
    response: z.object({ delivery: WebhookDelivery }),
    failures: ["not_found"],
    permissions: ["table:GetItem"],
  },
  async ({ caller, path }) => ({
    delivery: renderDelivery((await getDelivery(caller, path)).delivery),
  }),
);
