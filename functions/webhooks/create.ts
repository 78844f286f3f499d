import * as z from "zod";
import { requireOtherHost } from "#lib/delivery/sending/subscriber-url.ts";
import { createWebhook } from "#lib/delivery/subscriptions/create.ts";
import { WebhookWithSecret } from "#lib/delivery/subscriptions/entity.ts";
import { WebhookCreate } from "#lib/delivery/subscriptions/input.ts";
import { Webhook } from "#lib/delivery/subscriptions/schema.ts";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";
import { decryptText, encryptText } from "#lib/platform/kms.ts";

/** Creates a webhook. No later response contains its secret. */
export const handler = writeEndpoint(
  {
    id: "webhooks.create",
    summary: "Create a webhook",
    description:
      "Registers a URL for events. The response contains the secret of the signatures: store it, because it is not returned again.",
    route: "POST /webhooks",
    aliases: ["POST /hooks"],
    scopes: ["WRITE_WEBHOOK"],
    input: { body: WebhookCreate },
    result: WebhookWithSecret,
    response: z.object({ webhook: Webhook, message: Message }),
    failures: ["forbidden", "conflict", "limit_reached"],
    secret: { field: "secret", encrypt: encryptText, decrypt: decryptText },
    permissions: [
      "table:GetItem",
      "table:BatchGetItem",
      "table:PutItem",
      "table:UpdateItem",
      "secrets:Encrypt",
    ],
  },
  ({ caller, body, baseUrl }) => {
    requireOtherHost(baseUrl, body.subscriberUrl);
    return createWebhook(caller, body);
  },
  (webhook) => ({ webhook, message: "Webhook created. Store its secret now: it is not returned again." }),
);
