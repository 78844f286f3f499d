import * as z from "zod";
import { resendDelivery } from "#lib/delivery/deliveries/resend.ts";
import { DeliveryId, WebhookDelivery } from "#lib/delivery/deliveries/schema.ts";
import { WebhookId } from "#lib/delivery/subscriptions/schema.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Resends a delivery with the same id and body. */
export const handler = writeEndpoint(
  {
    id: "webhooks.deliveries.resend",
    summary: "Resend a delivery",
    description: "Sends the delivery again with the same id and body.",
    route: "POST /webhooks/{id}/deliveries/{deliveryId}/resend",
    aliases: ["POST /hooks/{id}/deliveries/{deliveryId}/resend"],
    scopes: ["WRITE_WEBHOOK"],
    input: { path: z.object({ id: WebhookId, deliveryId: DeliveryId }) },
    result: WebhookDelivery,
    response: z.object({ delivery: WebhookDelivery }),
    failures: ["not_found", "conflict"],
    permissions: ["table:GetItem", "table:PutItem", "deliveries:SendMessage"],
  },
  ({ caller, path }) => resendDelivery(caller, path),
  (delivery) => ({ delivery }),
);
