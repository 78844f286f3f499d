import * as z from "zod";
import { endpoint } from "#lib/http/endpoint.ts";
import { requireOtherHost } from "#lib/webhooks/sending/subscriber-url.ts";
import { renderWebhook } from "#lib/webhooks/subscriptions/entity.ts";
import { WebhookUpdate } from "#lib/webhooks/subscriptions/input.ts";
import { Webhook, WebhookId } from "#lib/webhooks/subscriptions/schema.ts";
import { updateWebhook } from "#lib/webhooks/subscriptions/update.ts";

/** Updates a webhook. */
export const handler = endpoint(
  {
    id: "webhooks.update",
    summary: "Update a webhook",
    description: "Changes the fields that you send.",
    route: "PATCH /webhooks/{id}",
    aliases: ["PATCH /hooks/{id}"],
    scopes: ["WRITE_WEBHOOK"],
    path: z.object({ id: WebhookId }),
    body: WebhookUpdate,
    response: z.object({ webhook: Webhook }),
    failures: ["not_found", "forbidden", "conflict", "limit_reached"],
    permissions: [
      "table:GetItem",
      "table:BatchGetItem",
      "table:PutItem",
      "table:UpdateItem",
      "table:DeleteItem",
      "secrets:Encrypt",
    ],
  },
  ({ caller, path, body, baseUrl }) => {
    requireOtherHost(baseUrl, body.subscriberUrl);
    return updateWebhook(caller, path, body);
  },
  (webhook) => ({ webhook: renderWebhook(webhook) }),
);
