import * as z from "zod";
import { WebhookDelivery } from "#lib/delivery/deliveries/schema.ts";
import { testWebhook, WebhookTest } from "#lib/delivery/deliveries/send-test.ts";
import { WebhookId } from "#lib/delivery/subscriptions/schema.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Sends a sample event to a webhook, at most ten per minute. */
export const handler = writeEndpoint(
  {
    id: "webhooks.test",
    summary: "Test a webhook",
    description:
      "Sends a sample event immediately, at most ten per minute, also to a webhook that is not active.",
    route: "POST /webhooks/{id}/test",
    aliases: ["POST /hooks/{id}/test"],
    scopes: ["WRITE_WEBHOOK"],
    input: { path: z.object({ id: WebhookId }), body: WebhookTest },
    result: WebhookDelivery,
    response: z.object({ delivery: WebhookDelivery }),
    failures: ["not_found"],
    permissions: ["table:GetItem", "table:PutItem", "deliveries:SendMessage"],
  },
  ({ caller, path, body }) => testWebhook(caller, path.id, body),
  (delivery) => ({ delivery }),
);
