import * as z from "zod";
import { entity, Version } from "#lib/table/entity.ts";
import { USER_FIELDS } from "#lib/table/personal.ts";
import { Webhook } from "./schema.ts";

/**
 * A webhook with its secret, sealed, and those before it that are still valid, newest first; a webhook that is switched off by
 * the service says why.
 */
export const StoredWebhook = Webhook.omit({ secret: true }).extend({
  grantId: Webhook.shape.grantId.default(null),
  version: Version,
  sealedSecret: z.string(),
  oldSecrets: z.array(z.object({ sealedSecret: z.string(), validUntil: z.string() })),
});
export type StoredWebhook = z.output<typeof StoredWebhook>;

const NOT_PERSONAL = ["disabledReason", "team.name", "eventType.teamName", "platformOAuthClient.name"];

/** What every webhook's id begins with. */
export const WEBHOOK_ID_PREFIX = "wh_";

/** A webhook, found by its id: for sending, and for system admins, who also list them all through the index. */
export const WebhookItem = entity({
  name: "webhook",
  key: { pk: "W#{id}", sk: "#" },
  indexes: { GSI2: { pk: "WEBHOOKS", sk: "{id}" } },
  versioned: true,
  schema: StoredWebhook,
  attributes: ["id", "userId"],
  audit: { resource: "webhook", id: "{id}" },
  personal: [{ of: "user", at: "user", id: "id", fields: USER_FIELDS }],
  accountClosing: "ended",
  notPersonal: NOT_PERSONAL,
});

/** The same in its user's partition, where the user's own are listed; those of teams and for everybody are there, too. */
export const WebhookOfUser = entity({
  name: "webhook-of-user",
  key: { pk: "H#{userId}", sk: "W#{id}" },
  versioned: true,
  schema: StoredWebhook,
  attributes: ["id", "userId"],
  personal: [{ of: "user", at: "user", id: "id", fields: USER_FIELDS }],
  notPersonal: NOT_PERSONAL,
  accountClosing: "attached",
});
