import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { GrantReference } from "#lib/caller.ts";
import { WebhookTrigger } from "#lib/events/triggers.ts";
import { Failure } from "#lib/failures.ts";
import { absent, any, lessThan } from "#lib/table/condition.ts";
import { entity, type Stored } from "#lib/table/entity.ts";
import type { Changes } from "#lib/table/expression.ts";
import { type Operation, update } from "#lib/table/operations.ts";
import { type StoredWebhook, WEBHOOK_ID_PREFIX } from "./entity.ts";
import { holderOf } from "./rights.ts";
import { scopeOf } from "./scope.ts";

const MOST_PER_SCOPE = 20;

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
type Subscriber = z.output<typeof Subscriber>;

/** The webhooks of a scope, and what each wants. */
export const subscribersOf = (
  item: Stored<typeof SubscribersItem> | undefined,
): (Subscriber & { webhookId: string })[] =>
  Object.entries(item ?? {})
    .filter(([name]) => name.startsWith(WEBHOOK_ID_PREFIX))
    .map(([webhookId, value]) => ({ webhookId, ...Subscriber.parse(value) }));

/** The writes by which the scopes follow a webhook that changes, is made (no `before`) or deleted (no `after`). */
export function subscriberChanges(
  before: StoredWebhook | undefined,
  after: StoredWebhook | undefined,
): Operation[] {
  if (before && after && scopeOf(before) === scopeOf(after)) {
    const isSame = isDeepStrictEqual(subscriberIn(before), subscriberIn(after));
    return isSame ? [] : [update(SubscribersItem, { scope: scopeOf(after) }, entryOf(after))];
  }
  return [...(before ? [leaveScope(before)] : []), ...(after ? [joinScope(after)] : [])];
}

const leaveScope = (webhook: StoredWebhook): Operation =>
  update(SubscribersItem, { scope: scopeOf(webhook) }, { remove: [webhook.id], add: { count: -1 } });

function joinScope(webhook: StoredWebhook): Operation {
  const hasRoom = any(absent("count"), lessThan("count", MOST_PER_SCOPE));
  const refusal = new Failure(
    "limit_reached",
    `There can be at most ${MOST_PER_SCOPE} webhooks per user, event type, team or platform.`,
  );
  const key = { scope: scopeOf(webhook) };
  return update(SubscribersItem, key, {
    ...entryOf(webhook),
    add: { count: 1 },
    if: hasRoom,
    failure: refusal,
  });
}

const entryOf = (webhook: StoredWebhook): Pick<Changes, "set"> => ({
  set: { [webhook.id]: subscriberIn(webhook) },
});

const subscriberIn = (webhook: StoredWebhook): Subscriber => {
  const { userId, grant } = holderOf(webhook);
  return { userId, ...(grant && { grant }), triggers: webhook.active ? webhook.eventTriggers : [] };
};
