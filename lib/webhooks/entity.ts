import * as z from "zod";
import { WebhookTrigger } from "#lib/events/triggers.ts";
import { entity, Version } from "#lib/table/entity.ts";
import { Webhook } from "./model.ts";

/**
 * A webhook with its secret, sealed, and those before it that are still valid, newest first; a webhook that is switched off by
 * the service says why.
 */
export const StoredWebhook = Webhook.omit({ secret: true }).extend({
  version: Version,
  sealedSecret: z.string(),
  oldSecrets: z.array(z.object({ sealedSecret: z.string(), validUntil: z.string() })),
});
export type StoredWebhook = z.output<typeof StoredWebhook>;

/** A webhook, found by its id: for sending, and for system admins, who also list them all through the index. */
export const WebhookItem = entity({
  name: "webhook",
  key: { pk: "W#{id}", sk: "#" },
  indexes: { GSI2: { pk: "WEBHOOKS", sk: "{id}" } },
  versioned: true,
  schema: StoredWebhook,
});

/** The same, in its user's partition: reading it there is the proof that it is the caller's. */
export const WebhookOfUser = entity({
  name: "webhook-of-user",
  key: { pk: "H#{userId}", sk: "W#{id}" },
  versioned: true,
  schema: StoredWebhook,
});

/** That an active webhook wants one trigger's events of one scope. */
export const SubscriptionItem = entity({
  name: "subscription",
  key: { pk: "WS#{scope}", sk: "{trigger}#{webhookId}" },
  schema: z.object({ scope: z.string(), trigger: WebhookTrigger, webhookId: z.string(), userId: z.int() }),
});

/** How many webhooks one scope has. */
export const WebhookCount = entity({
  name: "webhook-count",
  key: { pk: "CT#webhooks#{scope}", sk: "#" },
  schema: z.object({ count: z.int() }),
});
