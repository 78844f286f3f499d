import { isDeepStrictEqual } from "node:util";
import { conflictAt, Failure } from "#lib/failures.ts";
import { sha256 } from "#lib/platform/sha256.ts";
import { absent, any, lessThan } from "#lib/storage/table/condition.ts";
import type { Changes } from "#lib/storage/table/expression.ts";
import {
  claimUnique,
  type Operation,
  put,
  releaseUnique,
  remove,
  replace,
  update,
} from "#lib/storage/table/operations.ts";
import {
  type StoredWebhook,
  type Subscriber,
  SubscribersItem,
  WebhookItem,
  WebhookOfUser,
} from "./entity.ts";
import { audienceOfWebhook, holderOf } from "./rights.ts";

/**
 * The writes that change a webhook, create it (no `before`) or delete it (no `after`), for one transaction: the webhook and its copy,
 * its attribute in the subscribers of its audience, and its URL, which is unique in the audience.
 *
 * @example
 * await transact(webhookWrites(webhook, { ...webhook, active: false }));
 */
export const webhookWrites = (
  before: StoredWebhook | undefined,
  after: StoredWebhook | undefined,
): Operation[] => [
  ...itemWrites(before, after),
  ...subscriberWrites(before, after),
  ...urlWrites(before, after),
];

function itemWrites(before: StoredWebhook | undefined, after: StoredWebhook | undefined): Operation[] {
  if (before && after) return [replace(WebhookItem, before, after), ...copyWrites(before, after)];
  if (after) return [put(WebhookItem, after), put(WebhookOfUser, after)];
  if (!before) return [];
  const { id, userId, version } = before;
  return [remove(WebhookItem, { id }, { ifVersion: version }), remove(WebhookOfUser, { userId, id })];
}

/** The copy is in the partition of the webhook's user, and the user can change. */
function copyWrites(before: StoredWebhook, after: StoredWebhook): Operation[] {
  if (before.userId === after.userId) return [replace(WebhookOfUser, before, after)];
  const { id, userId } = before;
  return [remove(WebhookOfUser, { userId, id }), put(WebhookOfUser, after)];
}

function urlWrites(before: StoredWebhook | undefined, after: StoredWebhook | undefined): Operation[] {
  const [oldUrl, newUrl] = [before && uniqueUrl(before), after && uniqueUrl(after)];
  if (oldUrl === newUrl) return [];
  const message = "A webhook for this URL already exists.";
  const isOtherUrl = before?.subscriberUrl !== after?.subscriberUrl;
  const alreadyExists = isOtherUrl
    ? conflictAt("#/subscriberUrl", message)
    : new Failure("conflict", message);
  return [
    ...(oldUrl === undefined ? [] : [releaseUnique({ kind: "webhook-url", value: oldUrl })]),
    ...(after && newUrl !== undefined
      ? [claimUnique({ kind: "webhook-url", value: newUrl, owner: after.id }, alreadyExists)]
      : []),
  ];
}

/** Hashed, because a URL may be longer than a key. */
const uniqueUrl = (webhook: StoredWebhook): string => {
  const { href } = new URL(webhook.subscriberUrl);
  return `${audienceOfWebhook(webhook)}/${sha256(href)}`;
};

const MAX_PER_AUDIENCE = 20;

function subscriberWrites(before: StoredWebhook | undefined, after: StoredWebhook | undefined): Operation[] {
  if (before && after && audienceOfWebhook(before) === audienceOfWebhook(after)) {
    const isSame = isDeepStrictEqual(toSubscriber(before), toSubscriber(after));
    return isSame
      ? []
      : [update(SubscribersItem, { audience: audienceOfWebhook(after) }, subscriberAttribute(after))];
  }
  return [...(before ? [leaveAudience(before)] : []), ...(after ? [joinAudience(after)] : [])];
}

const leaveAudience = (webhook: StoredWebhook): Operation =>
  update(
    SubscribersItem,
    { audience: audienceOfWebhook(webhook) },
    { remove: [webhook.id], add: { count: -1 } },
  );

function joinAudience(webhook: StoredWebhook): Operation {
  const hasRoom = any(absent("count"), lessThan("count", MAX_PER_AUDIENCE));
  const limitReached = new Failure(
    "limit_reached",
    `There can be at most ${MAX_PER_AUDIENCE} webhooks per user, event type, team or platform.`,
  );
  const key = { audience: audienceOfWebhook(webhook) };
  return update(SubscribersItem, key, {
    ...subscriberAttribute(webhook),
    add: { count: 1 },
    if: hasRoom,
    failure: limitReached,
  });
}

const subscriberAttribute = (webhook: StoredWebhook): Pick<Changes, "set"> => ({
  set: { [webhook.id]: toSubscriber(webhook) },
});

const toSubscriber = (webhook: StoredWebhook): Subscriber => {
  const { userId, grant } = holderOf(webhook);
  return { userId, ...(grant && { grant }), triggers: webhook.active ? webhook.eventTriggers : [] };
};
