import * as z from "zod";
import { deleteWebhook } from "#lib/delivery/subscriptions/delete.ts";
import { renderWebhook } from "#lib/delivery/subscriptions/entity.ts";
import { Webhook, WebhookId } from "#lib/delivery/subscriptions/schema.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import { Message } from "#lib/entry/http/message.ts";

/** Deletes a webhook. */
export const handler = endpoint(
  {
    id: "webhooks.delete",
    summary: "Delete a webhook",
    description: "Deletes the webhook. Deliveries that wait are not sent.",
    route: "DELETE /webhooks/{id}",
    aliases: ["DELETE /hooks/{id}"],
    scopes: ["WRITE_WEBHOOK"],
    input: { path: z.object({ id: WebhookId }) },
    response: z.object({ webhook: Webhook, message: Message }),
    failures: ["not_found"],
    permissions: ["table:GetItem", "table:DeleteItem", "table:UpdateItem"],
  },
  ({ caller, path }) => deleteWebhook(caller, path),
  (webhook) => ({ webhook: renderWebhook(webhook), message: "Webhook deleted." }),
);
