import { randomBytes } from "node:crypto";
import type { Caller } from "#lib/caller.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { encryptText } from "#lib/platform/encrypt-text.ts";
import { timeDigits } from "#lib/platform/time-digits.ts";
import { commitResult } from "#lib/table/write.ts";
import { webhookChange } from "./changes.ts";
import { type StoredWebhook, WEBHOOK_ID_PREFIX } from "./entity.ts";
import type { WebhookCreate } from "./input.ts";
import { appOf, readWebhookUser } from "./owner.ts";
import { PAYLOAD_VERSION } from "./schema.ts";
import { newSecret } from "./secrets.ts";
import { allowedTarget, readTarget } from "./target.ts";

/**
 * Registers a webhook. That of an event type belongs to the event type's owner, also when a system admin registers it. The only
 * answer that holds its secret.
 */
export async function createWebhook(
  caller: Caller,
  input: WebhookCreate,
): Promise<StoredWebhook & { secret: string }> {
  const id = newWebhookId();
  const secret = input.secret ?? newSecret();
  const [self, items, app, sealedSecret] = await Promise.all([
    readWebhookUser(caller.userId),
    readTarget(caller, input),
    appOf(caller),
    encryptText(secret, { webhookId: id }),
  ]);
  const target = allowedTarget(caller, input, items);
  const owner = items.eventType?.userId ?? caller.userId;
  const { subscriberUrl, eventTriggers, active, payloadTemplate, appId } = input;
  const webhook: StoredWebhook = {
    ...target,
    ...(owner === caller.userId ? self : await readWebhookUser(owner)),
    ...app,
    id,
    subscriberUrl,
    eventTriggers,
    active,
    payloadTemplate,
    createdAt: nowIso(),
    disabledReason: null,
    app: null,
    appId,
    scheduledTriggers: [],
    payloadVersion: PAYLOAD_VERSION,
    sealedSecret,
    oldSecrets: [],
    version: 1,
  };
  return commitResult({ ...webhook, secret }, webhookChange(undefined, webhook));
}

/** Unguessable, and in the order of time. */
const newWebhookId = (): string =>
  `${WEBHOOK_ID_PREFIX}${timeDigits(now())}${randomBytes(16).toString("base64url")}`;
