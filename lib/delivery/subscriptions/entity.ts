import * as z from "zod";
import { GrantReference } from "#lib/caller.ts";
import { WebhookTrigger } from "#lib/storage/outbox/triggers.ts";
import { entity, type Stored, Version } from "#lib/storage/table/entity.ts";
import { USER_FIELDS } from "#lib/storage/table/personal.ts";
import { Webhook } from "./schema.ts";

/**
 * A webhook with its secret, encrypted, and its old secrets that may still be valid, newest first. `targetSince` is the time since which it
 * receives the events of its present target, if that has changed: a caller who can access the webhook now must not see earlier deliveries.
 */
export const StoredWebhook = Webhook.omit({ secret: true }).extend({
  grantId: Webhook.shape.grantId.default(null),
  version: Version,
  sealedSecret: z.string(),
  oldSecrets: z.array(z.object({ sealedSecret: z.string(), validUntil: z.string() })),
  targetSince: z.string().optional(),
});
export type StoredWebhook = z.output<typeof StoredWebhook>;

/** The later one of a time and the change of a webhook's target: deliveries of earlier events are neither shown nor resent. */
export const sinceTarget = ({ targetSince = "" }: StoredWebhook, time = ""): string =>
  time > targetSince ? time : targetSince;

/** A webhook whose secret was created now. */
export const WebhookWithSecret = StoredWebhook.extend({ secret: z.string() });
export type WebhookWithSecret = z.output<typeof WebhookWithSecret>;

/** What a webhook and its copy have in common. */
const SHARED = {
  versioned: true,
  schema: StoredWebhook,
  attributes: ["id", "userId"],
  format: 4,
  personal: [{ of: "user", at: "user", id: "id", fields: USER_FIELDS }],
  notPersonal: ["disabledReason", "team.name", "eventType.teamName", "platformOAuthClient.name"],
} as const;

/** Prefix of the ids of webhooks. */
export const WEBHOOK_ID_PREFIX = "wh_";

/** A webhook by its id. System admins list all webhooks through the index. */
export const WebhookItem = entity({
  name: "webhook",
  key: { pk: "W#{id}", sk: "#" },
  indexes: { GSI2: { pk: "WEBHOOKS", sk: "{id}" } },
  ...SHARED,
  audit: { resource: "webhook", id: "{id}" },
  accountClosing: "ended",
});

/** Copy of a webhook in the partition of its user, for the user's list. It includes team and platform webhooks. */
export const WebhookOfUser = entity({
  name: "webhook-of-user",
  key: { pk: "H#{userId}", sk: "W#{id}" },
  ...SHARED,
  accountClosing: "attached",
});

/** A webhook in API responses, without its secret. */
export const renderWebhook = (webhook: StoredWebhook): Webhook => ({ ...webhook, secret: null });

/**
 * The webhooks of one audience: their number, and one attribute per webhook, named by its id. So the receivers of an event are read by
 * key, and a change of one webhook does not read the others.
 */
export const SubscribersItem = entity({
  name: "subscribers",
  key: { pk: "WS#{audience}", sk: "#" },
  schema: z.looseObject({ count: z.int() }),
});

const Subscriber = z.object({
  userId: z.int(),
  grant: GrantReference.optional(),
  /** None while the webhook is inactive. */
  triggers: z.array(WebhookTrigger),
});
export type Subscriber = z.output<typeof Subscriber>;

/** The webhooks of an audience, with the triggers that each subscribes to. */
export const subscribersOf = (
  item: Stored<typeof SubscribersItem> | undefined,
): (Subscriber & { webhookId: string })[] =>
  Object.entries(item ?? {})
    .filter(([name]) => name.startsWith(WEBHOOK_ID_PREFIX))
    .map(([webhookId, value]) => ({ webhookId, ...Subscriber.parse(value) }));
