import { randomBytes } from "node:crypto";
import type { Caller } from "#lib/access/caller.ts";
import { notFound } from "#lib/http/failures.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { seal } from "#lib/platform/seal.ts";
import { timeDigits } from "#lib/platform/time-digits.ts";
import { commit } from "#lib/table/commit.ts";
import { getItem } from "#lib/table/read.ts";
import { UserItem } from "#lib/users/entity.ts";
import { UserSummary } from "#lib/users/model.ts";
import { webhookChange } from "./change.ts";
import { type StoredWebhook, WEBHOOK_ID_PREFIX } from "./entity.ts";
import { PAYLOAD_VERSION, type WebhookCreate } from "./model.ts";
import { newSecret } from "./secret.ts";
import { allowedTarget, readTarget } from "./target.ts";

/** Registers a webhook of the caller. The only answer that holds its secret. */
export async function createWebhook(
  caller: Caller,
  input: WebhookCreate,
): Promise<StoredWebhook & { secret: string }> {
  const id = newWebhookId();
  const secret = input.secret ?? newSecret();
  const [user, targetItems, sealedSecret] = await Promise.all([
    getItem(UserItem, { id: caller.userId }),
    readTarget(caller, input),
    seal(secret, { webhookId: id }),
  ]);
  if (!user) throw notFound("User");
  const { subscriberUrl, eventTriggers, active, payloadTemplate, appId } = input;
  const webhook: StoredWebhook = {
    ...allowedTarget(caller, input, targetItems),
    id,
    userId: user.id,
    user: UserSummary.parse(user),
    subscriberUrl,
    eventTriggers,
    active,
    payloadTemplate,
    createdAt: nowIso(),
    disabledReason: null,
    platformOAuthClientId: null,
    platformOAuthClient: null,
    app: null,
    appId,
    scheduledTriggers: [],
    payloadVersion: PAYLOAD_VERSION,
    sealedSecret,
    oldSecrets: [],
    version: 1,
  };
  return commit({ ...webhook, secret }, webhookChange(undefined, webhook));
}

/** Unguessable, and in the order of time. */
const newWebhookId = (): string =>
  `${WEBHOOK_ID_PREFIX}${timeDigits(now())}${randomBytes(16).toString("base64url")}`;
