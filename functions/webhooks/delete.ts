import * as z from "zod";
import { endpoint } from "#lib/http/endpoint.ts";
import { Message } from "#lib/http/message.ts";
import { deleteWebhook } from "#lib/webhooks/subscriptions/delete.ts";
import { renderWebhook } from "#lib/webhooks/subscriptions/entity.ts";
import { Webhook, WebhookId } from "#lib/webhooks/subscriptions/schema.ts";

/** Deletes a webhook. */
export const handler = endpoint(
  {
    id: "webhooks.delete",
    summary: "Delete a webhook",
    description: "Deletes the webhook. Deliveries that wait are not sent.",
    route: "DELETE /webhooks/{id}",
    aliases: ["DELETE /hooks/{id}"],
    scopes: ["WRITE_WEBHOOK"],
    path: z.object({ id: WebhookId }),
    response: z.object({ webhook: Webhook, message: Message }),
    failures: ["not_found"],
    permissions: ["table:GetItem", "table:DeleteItem", "table:UpdateItem"],
  },
  ({ caller, path }) => deleteWebhook(caller, path),
  (webhook) => ({ webhook: renderWebhook(webhook), message: "Webhook deleted." }),
);
