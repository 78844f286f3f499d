import * as z from "zod";
import { GrantReference } from "#lib/caller.ts";
import { WebhookTrigger } from "#lib/events/triggers.ts";
import { entity, type Stored, Version } from "#lib/table/entity.ts";
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

/** A webhook without its secret, as every answer but that of a create shows it. */
export const renderWebhook = (webhook: StoredWebhook): Webhook => ({ ...webhook, secret: null });

/**
 * The webhooks of one scope: how many there are, and for each an attribute with its name that says what it wants. So who
 * receives an event is read by key, and a webhook changes its own without reading the others.
 */
export const SubscribersItem = entity({
  name: "subscribers",
  key: { pk: "WS#{scope}", sk: "#" },
  schema: z.looseObject({ count: z.int() }),
});

const Subscriber = z.object({
  userId: z.int(),
  grant: GrantReference.optional(),
  /** None while the webhook is inactive. */
  triggers: z.array(WebhookTrigger),
});
export type Subscriber = z.output<typeof Subscriber>;

/** The webhooks of a scope, and what each wants. */
export const subscribersOf = (
  item: Stored<typeof SubscribersItem> | undefined,
): (Subscriber & { webhookId: string })[] =>
  Object.entries(item ?? {})
    .filter(([name]) => name.startsWith(WEBHOOK_ID_PREFIX))
    .map(([webhookId, value]) => ({ webhookId, ...Subscriber.parse(value) }));
