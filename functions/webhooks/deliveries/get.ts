import * as z from "zod";
import { getDelivery } from "#lib/delivery/deliveries/get.ts";
import { DeliveryId, renderDelivery, WebhookDelivery } from "#lib/delivery/deliveries/schema.ts";
import { WebhookId } from "#lib/delivery/subscriptions/schema.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";

/** Gets a delivery with its attempts. */
export const handler = endpoint(
  {
    id: "webhooks.deliveries.get",
    summary: "Get a delivery",
    description: "Returns a delivery with its latest 100 attempts.",
    route: "GET /webhooks/{id}/deliveries/{deliveryId}",
    aliases: ["GET /hooks/{id}/deliveries/{deliveryId}"],
    scopes: ["READ_WEBHOOK"],
    input: { path: z.object({ id: WebhookId, deliveryId: DeliveryId }) },
    response: z.object({ delivery: WebhookDelivery }),
    failures: ["not_found"],
    permissions: ["table:GetItem"],
  },
  async ({ caller, path }) => ({
    delivery: renderDelivery((await getDelivery(caller, path)).delivery),
  }),
);
