import * as z from "zod";
import { deleteWebhook } from "#lib/delivery/subscriptions/delete.ts";
import { renderWebhook, StoredWebhook } from "#lib/delivery/subscriptions/entity.ts";
import { Webhook, WebhookId } from "#lib/delivery/subscriptions/schema.ts";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Deletes a webhook. */
export const handler = writeEndpoint(
  {
    id: "webhooks.delete",
    summary: "Delete a webhook",
    description: "Deletes the webhook. Deliveries that wait are not sent.",
    route: "DELETE /webhooks/{id}",
    aliases: ["DELETE /hooks/{id}"],
    scopes: ["WRITE_WEBHOOK"],
    input: { path: z.object({ id: WebhookId }) },
    result: StoredWebhook,
    response: z.object({ webhook: Webhook, message: Message }),
    failures: ["not_found"],
    permissions: ["table:GetItem", "table:DeleteItem", "table:UpdateItem"],
  },
  ({ caller, path }) => deleteWebhook(caller, path),
  (webhook) => ({ webhook: renderWebhook(webhook), message: "Webhook deleted." }),
);
