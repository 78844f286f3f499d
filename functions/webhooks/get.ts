import * as z from "zod";
import { renderWebhook } from "#lib/delivery/subscriptions/entity.ts";
import { getWebhook } from "#lib/delivery/subscriptions/get.ts";
import { Webhook, WebhookId } from "#lib/delivery/subscriptions/schema.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";

/** Gets a webhook. */
export const handler = endpoint(
  {
    id: "webhooks.get",
    summary: "Get a webhook",
    description: "Returns one of your webhooks, without its secret.",
    route: "GET /webhooks/{id}",
    aliases: ["GET /hooks/{id}"],
    scopes: ["READ_WEBHOOK"],
    input: { path: z.object({ id: WebhookId }) },
    response: z.object({ webhook: Webhook }),
    failures: ["not_found"],
    permissions: ["table:GetItem"],
  },
  async ({ caller, path }) => ({ webhook: renderWebhook(await getWebhook(caller, path.id)) }),
);
