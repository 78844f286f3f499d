import * as z from "zod";
import { RecoveryCount, recoverWebhook, WebhookRecovery } from "#lib/delivery/deliveries/recover.ts";
import { renderWebhook, StoredWebhook } from "#lib/delivery/subscriptions/entity.ts";
import { Webhook, WebhookId } from "#lib/delivery/subscriptions/schema.ts";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Resends all deliveries of a webhook that have failed since an instant or wait for a retry. */
export const handler = writeEndpoint(
  {
    id: "webhooks.recover",
    summary: "Resend failed and waiting deliveries",
    description:
      "Sends all deliveries of events since a time that have failed or wait for a retry, for example after an outage of your server. If deliveries wait because your server is down, it is tested immediately.",
    route: "POST /webhooks/{id}/recover",
    aliases: ["POST /hooks/{id}/recover"],
    scopes: ["WRITE_WEBHOOK"],
    input: { path: z.object({ id: WebhookId }), body: WebhookRecovery },
    result: RecoveryCount.extend({ webhook: StoredWebhook }),
    response: z.object({ webhook: Webhook, ...RecoveryCount.shape, message: Message }),
    failures: ["not_found", "conflict"],
    permissions: ["table:GetItem", "table:Query", "timers:SendMessage"],
  },
  ({ caller, path, body }) => recoverWebhook(caller, path.id, body),
  ({ webhook, ...count }) => ({
    webhook: renderWebhook(webhook),
    ...count,
    message: `${count.hasMore ? "More than " : ""}${count.failed} failed and ${count.waiting} waiting deliveries are sent now; those that wait for your server, when it responds.`,
  }),
);
