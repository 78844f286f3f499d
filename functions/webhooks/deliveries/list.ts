import * as z from "zod";
import { DeliveryFilter, listDeliveries } from "#lib/delivery/deliveries/list.ts";
import { WebhookDelivery } from "#lib/delivery/deliveries/schema.ts";
import { WebhookId } from "#lib/delivery/subscriptions/schema.ts";
import { listEndpoint } from "#lib/entry/http/list-endpoint.ts";

/** Lists the deliveries of a webhook in the last 30 days, newest first, with their attempts. */
export const handler = listEndpoint(
  {
    id: "webhooks.deliveries.list",
    summary: "List the deliveries of a webhook",
    description: "Lists what was sent to the webhook in the last 30 days, newest first.",
    route: "GET /webhooks/{id}/deliveries",
    aliases: ["GET /hooks/{id}/deliveries"],
    scopes: ["READ_WEBHOOK"],
    input: { path: z.object({ id: WebhookId }), query: DeliveryFilter },
    response: z.object({ deliveries: z.array(WebhookDelivery).describe("Deliveries, newest first.") }),
    failures: ["not_found"],
    permissions: ["table:GetItem", "table:Query"],
  },
  ({ caller, path, query }) => listDeliveries(caller, path.id, query),
);
