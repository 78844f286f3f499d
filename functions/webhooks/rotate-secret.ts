import * as z from "zod";
import { WebhookWithSecret } from "#lib/delivery/subscriptions/entity.ts";
import { rotateSecret, SecretRotation } from "#lib/delivery/subscriptions/rotate-secret.ts";
import { Webhook, WebhookId } from "#lib/delivery/subscriptions/schema.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";
import { decryptText, encryptText } from "#lib/platform/kms.ts";

/** Rotates the secret of a webhook and returns the new one. The old one stays valid during a grace period. */
export const handler = writeEndpoint(
  {
    id: "webhooks.rotate-secret",
    summary: "Rotate the secret of a webhook",
    description:
      "Creates a new secret and returns it. Until the grace period ends, requests are signed with the old and the new secret.",
    route: "POST /webhooks/{id}/rotate-secret",
    aliases: ["POST /hooks/{id}/rotate-secret"],
    scopes: ["WRITE_WEBHOOK"],
    input: { path: z.object({ id: WebhookId }), body: SecretRotation },
    result: WebhookWithSecret,
    response: z.object({ webhook: Webhook }),
    failures: ["not_found", "precondition_failed"],
    secret: { field: "secret", encrypt: encryptText, decrypt: decryptText },
    permissions: ["table:GetItem", "table:PutItem", "secrets:Encrypt"],
  },
  ({ caller, path, body }) => rotateSecret(caller, path, body),
  (webhook) => ({ webhook }),
);
