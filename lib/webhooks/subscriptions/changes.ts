import { Failure } from "#lib/failures.ts";
import { sha256 } from "#lib/platform/sha256.ts";
import { type Operation, put, remove, replace } from "#lib/table/operations.ts";
import { claimUnique, releaseUnique } from "#lib/table/unique.ts";
import { type StoredWebhook, WebhookItem, WebhookOfUser } from "./entity.ts";
import { scopeOf } from "./scope.ts";
import { subscriberChanges } from "./subscribers.ts";

/**
 * The writes that turn a webhook into another, make it (no `before`) or delete it (no `after`), for one transaction: the
 * webhook and its copy, its place in its scope, and its URL, which is unique there.
 */
export const webhookChange = (
  before: StoredWebhook | undefined,
  after: StoredWebhook | undefined,
): Operation[] => [
  ...itemChanges(before, after),
  ...subscriberChanges(before, after),
  ...urlChanges(before, after),
];

function itemChanges(before: StoredWebhook | undefined, after: StoredWebhook | undefined): Operation[] {
  if (before && after) return [replace(WebhookItem, before, after), ...copyChanges(before, after)];
  if (after) return [put(WebhookItem, after), put(WebhookOfUser, after)];
  if (!before) return [];
  const { id, userId, version } = before;
  return [remove(WebhookItem, { id }, { ifVersion: version }), remove(WebhookOfUser, { userId, id })];
}

/** The copy is in the partition of the webhook's user, who may change. */
function copyChanges(before: StoredWebhook, after: StoredWebhook): Operation[] {
  if (before.userId === after.userId) return [replace(WebhookOfUser, before, after)];
  const { id, userId } = before;
  return [remove(WebhookOfUser, { userId, id }), put(WebhookOfUser, after)];
}

function urlChanges(before: StoredWebhook | undefined, after: StoredWebhook | undefined): Operation[] {
  const [old, fresh] = [before && uniqueUrl(before), after && uniqueUrl(after)];
  if (old === fresh) return [];
  const taken = new Failure("conflict", "A webhook for this URL already exists.");
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
  return `${scopeOf(webhook)}/${sha256(href)}`;
};
