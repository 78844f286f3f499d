import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { type IfMatch, requireMatch } from "#lib/entry/http/precondition.ts";
import { now } from "#lib/platform/clock.ts";
import { encryptText } from "#lib/platform/kms.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { commitResult } from "#lib/storage/table/write.ts";
import type { WebhookWithSecret } from "./entity.ts";
import { getWebhook } from "./get.ts";
import { WebhookSecret } from "./input.ts";
import { newSecret, validOldSecrets } from "./secrets.ts";
import { webhookWrites } from "./writes.ts";

const MAX_OLD = 10;
const DAY_SECONDS = 86_400;

/** Request body of a rotation. */
export const SecretRotation = z
  .strictObject({
    graceSeconds: z
      .int()
      .min(0)
      .max(7 * DAY_SECONDS)
      .default(DAY_SECONDS)
      .describe("How long the current secret stays valid; 0 revokes all old secrets immediately"),
    secret: WebhookSecret.optional().describe("New secret; generated if not sent"),
  })
  .prefault({});
export type SecretRotation = z.output<typeof SecretRotation>;

/**
 * Replaces the secret of a webhook. The old secret stays valid during the grace period, and at most nine older ones until their own
 * grace periods end. Requests are signed with all valid secrets. A grace period of 0 revokes all old secrets.
 */
export async function rotateSecret(
  caller: Caller,
  target: { id: string } & IfMatch,
  { graceSeconds, secret = newSecret() }: SecretRotation,
): Promise<WebhookWithSecret> {
  const { id } = target;
  return retryFailedCondition(async () => {
    const before = await getWebhook(caller, id);
    requireMatch(target, before);
    const validUntil = new Date(now() + graceSeconds * 1000).toISOString();
    const oldSecret = { sealedSecret: before.sealedSecret, validUntil };
    const after = {
      ...before,
      sealedSecret: await encryptText(secret, { webhookId: id }),
      oldSecrets: graceSeconds > 0 ? [oldSecret, ...validOldSecrets(before)].slice(0, MAX_OLD) : [],
      version: before.version + 1,
    };
    return commitResult({ ...after, secret }, webhookWrites(before, after));
  });
}
