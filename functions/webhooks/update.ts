import * as z from "zod";
import { requireOtherHost } from "#lib/delivery/sending/subscriber-url.ts";
import { renderWebhook, StoredWebhook } from "#lib/delivery/subscriptions/entity.ts";
import { WebhookUpdate } from "#lib/delivery/subscriptions/input.ts";
import { Webhook, WebhookId } from "#lib/delivery/subscriptions/schema.ts";
import { updateWebhook } from "#lib/delivery/subscriptions/update.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Updates a webhook. */
export const handler = writeEndpoint(
  {
    id: "webhooks.update",
    summary: "Update a webhook",
    description: "Changes the fields that you send.",
    route: "PATCH /webhooks/{id}",
    aliases: ["PATCH /hooks/{id}"],
    scopes: ["WRITE_WEBHOOK"],
    input: { path: z.object({ id: WebhookId }), body: WebhookUpdate },
    result: StoredWebhook,
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
