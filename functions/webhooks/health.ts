import * as z from "zod";
import { getWebhookHealth, SubscriberHealth } from "#lib/delivery/circuit-breaker/get-health.ts";
import { WebhookId } from "#lib/delivery/subscriptions/schema.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";

/** Gets the health of a webhook's subscriber, and the schedule of retries. */
export const handler = endpoint(
  {
    id: "webhooks.health",
    summary: "Get the health of a webhook",
    description: "Returns whether the subscriber responds, and when failed deliveries are sent again.",
    route: "GET /webhooks/{id}/health",
    aliases: ["GET /hooks/{id}/health"],
    scopes: ["READ_WEBHOOK"],
    input: { path: z.object({ id: WebhookId }) },
    response: z.object({ health: SubscriberHealth }),
    failures: ["not_found"],
    permissions: ["table:GetItem"],
  },
  async ({ caller, path }) => ({ health: await getWebhookHealth(caller, path.id) }),
);
