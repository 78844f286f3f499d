import * as z from "zod";
import { endpoint } from "#lib/http/endpoint.ts";
import { resendDelivery } from "#lib/webhooks/deliveries/resend.ts";
import { DeliveryId, WebhookDelivery } from "#lib/webhooks/deliveries/schema.ts";
import { WebhookId } from "#lib/webhooks/subscriptions/schema.ts";

/** Resends a delivery with the same id and body. */
export const handler = endpoint(
  {
    id: "webhooks.deliveries.resend",
    summary: "Resend a delivery",
    description: "Sends the delivery again with the same id and body.",
    route: "POST /webhooks/{id}/deliveries/{deliveryId}/resend",
    aliases: ["POST /hooks/{id}/deliveries/{deliveryId}/resend"],
    scopes: ["WRITE_WEBHOOK"],
    path: z.object({ id: WebhookId, deliveryId: DeliveryId }),
    response: z.object({ delivery: WebhookDelivery }),
    failures: ["not_found", "conflict"],
    permissions: ["table:GetItem", "table:PutItem", "deliveries:SendMessage"],
  },
  ({ caller, path }) => resendDelivery(caller, path),
  (delivery) => ({ delivery }),
);
