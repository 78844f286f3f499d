import * as z from "zod";
import { endpoint } from "#lib/http/endpoint.ts";
import { Message } from "#lib/http/message.ts";
import { recoverWebhook, WebhookRecovery } from "#lib/webhooks/deliveries/recover.ts";
import { renderWebhook } from "#lib/webhooks/subscriptions/entity.ts";
import { Webhook, WebhookId } from "#lib/webhooks/subscriptions/schema.ts";

/** Resends all deliveries of a webhook that have failed since an instant. */
export const handler = endpoint(
  {
    id: "webhooks.recover",
    summary: "Resend failed deliveries",
    description:
      "Sends all deliveries again that have failed since a time, for example after an outage of your server.",
    route: "POST /webhooks/{id}/recover",
    aliases: ["POST /hooks/{id}/recover"],
    scopes: ["WRITE_WEBHOOK"],
    path: z.object({ id: WebhookId }),
    body: WebhookRecovery,
    response: z.object({ webhook: Webhook, message: Message }),
    failures: ["not_found", "conflict"],
    permissions: ["table:GetItem", "timers:SendMessage"],
  },
  ({ caller, path, body }) => recoverWebhook(caller, path.id, body),
  (webhook) => ({
    webhook: renderWebhook(webhook),
    message: "Failed deliveries since then are being sent again.",
  }),
);
