import { createHash } from "node:crypto";
import { Failure } from "#lib/http/failures.ts";
import { absent, any, lessThan } from "#lib/table/condition.ts";
import type { Stored } from "#lib/table/entity.ts";
import { type Operation, put, remove, replace, update } from "#lib/table/operations.ts";
import { claimUnique, releaseUnique } from "#lib/table/unique.ts";
import { type StoredWebhook, SubscriptionItem, WebhookCount, WebhookItem, WebhookOfUser } from "./entity.ts";
import { scopeOf } from "./scope.ts";

const MOST_PER_SCOPE = 20;

/**
 * The writes that turn a webhook into another, make it (no `before`) or delete it (no `after`), for one transaction: the
 * webhook and its copy, its subscriptions, its URL, which is unique in its scope, and the scope's count.
 */
export const webhookChange = (
  before: StoredWebhook | undefined,
  after: StoredWebhook | undefined,
): Operation[] => [
  ...itemChanges(before, after),
  ...subscriptionChanges(before, after),
  ...urlChanges(before, after),
  ...countChanges(before, after),
];

function itemChanges(before: StoredWebhook | undefined, after: StoredWebhook | undefined): Operation[] {
  if (before && after) return [replace(WebhookItem, before, after), replace(WebhookOfUser, before, after)];
  if (after) return [put(WebhookItem, after), put(WebhookOfUser, after)];
  if (!before) return [];
  const { id, userId, version } = before;
  return [remove(WebhookItem, { id }, { ifVersion: version }), remove(WebhookOfUser, { userId, id })];
}

function subscriptionChanges(
  before: StoredWebhook | undefined,
  after: StoredWebhook | undefined,
): Operation[] {
  const [old, fresh] = [subscriptionsOf(before), subscriptionsOf(after)];
  const lost = [...old].filter(([key]) => !fresh.has(key)).map(([, row]) => remove(SubscriptionItem, row));
  const gained = [...fresh].filter(([key]) => !old.has(key)).map(([, row]) => put(SubscriptionItem, row));
  return [...lost, ...gained];
}

/** One row per trigger, by a text that tells them apart; an inactive webhook has none. */
function subscriptionsOf(webhook: StoredWebhook | undefined): Map<string, Stored<typeof SubscriptionItem>> {
  if (!webhook?.active) return new Map();
  const { id: webhookId, userId } = webhook;
  const scope = scopeOf(webhook);
  return new Map(
    webhook.eventTriggers.map((trigger) => [`${scope} ${trigger}`, { scope, trigger, webhookId, userId }]),
  );
}

function urlChanges(before: StoredWebhook | undefined, after: StoredWebhook | undefined): Operation[] {
  const [old, fresh] = [before && uniqueUrl(before), after && uniqueUrl(after)];
  if (old === fresh) return [];
  const taken = new Failure("conflict", "There is a webhook for this URL already.");
  return [
    ...(old === undefined ? [] : [releaseUnique({ kind: "webhook-url", value: old })]),
    ...(after && fresh !== undefined
      ? [claimUnique({ kind: "webhook-url", value: fresh, owner: after.id }, taken)]
      : []),
  ];
}

/** A URL may be longer than a key. */
const uniqueUrl = (webhook: StoredWebhook): string => {
  const { href } = new URL(webhook.subscriberUrl);
  return `${scopeOf(webhook)}/${createHash("sha256").update(href).digest("base64url")}`;
};

function countChanges(before: StoredWebhook | undefined, after: StoredWebhook | undefined): Operation[] {
  const [left, joined] = [before && scopeOf(before), after && scopeOf(after)];
  if (left === joined) return [];
  const refusal = new Failure("limit_reached", `There may be at most ${MOST_PER_SCOPE} webhooks here.`);
  const hasRoom = any(absent("count"), lessThan("count", MOST_PER_SCOPE));
  return [
    ...(left === undefined ? [] : [update(WebhookCount, { scope: left }, { add: { count: -1 } })]),
    ...(joined === undefined
      ? []
      : [update(WebhookCount, { scope: joined }, { add: { count: 1 }, if: hasRoom, refusal })]),
  ];
}
