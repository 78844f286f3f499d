import { randomBytes } from "node:crypto";
import type { Caller } from "#lib/caller.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { encryptText } from "#lib/platform/kms.ts";
import { timeDigits } from "#lib/platform/time-digits.ts";
import { commitResult } from "#lib/storage/table/write.ts";
import { type StoredWebhook, WEBHOOK_ID_PREFIX, type WebhookWithSecret } from "./entity.ts";
import type { WebhookCreate } from "./input.ts";
import { getApplicationFields, getUserFields } from "./owner.ts";
import { PAYLOAD_VERSION } from "./schema.ts";
import { newSecret } from "./secrets.ts";
import { authorizeTarget, findTargetItems } from "./target.ts";
import { webhookWrites } from "./writes.ts";

/**
 * Creates a webhook. A webhook of an event type belongs to the owner of the event type, even if a system admin creates it. No later
 * response contains the secret.
 */
export async function createWebhook(caller: Caller, input: WebhookCreate): Promise<WebhookWithSecret> {
  const id = newWebhookId();
  const secret = input.secret ?? newSecret();
  const [callerFields, items, app, sealedSecret] = await Promise.all([
    getUserFields(caller.userId),
    findTargetItems(caller, input),
    getApplicationFields(caller),
    encryptText(secret, { webhookId: id }),
  ]);
  const target = authorizeTarget(caller, input, items);
  const owner = items.eventType?.userId ?? caller.userId;
  const { subscriberUrl, eventTriggers, active, payloadTemplate, appId } = input;
  const webhook: StoredWebhook = {
    ...target,
    ...(owner === caller.userId ? callerFields : await getUserFields(owner)),
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
  return commitResult({ ...webhook, secret }, webhookWrites(undefined, webhook));
}

/** Unguessable, and sorted by time. */
const newWebhookId = (): string =>
  `${WEBHOOK_ID_PREFIX}${timeDigits(now())}${randomBytes(16).toString("base64url")}`;
