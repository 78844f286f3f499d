import { nowIso } from "#lib/platform/clock.ts";
import { decryptText } from "#lib/platform/encrypt-text.ts";
import type { StoredWebhook } from "./entity.ts";

/** The secrets before the present one that are valid at this moment, newest first. */
export const validOldSecrets = ({ oldSecrets }: StoredWebhook): StoredWebhook["oldSecrets"] =>
  oldSecrets.filter(({ validUntil }) => validUntil > nowIso());

/** All secrets a webhook's requests are signed with at this moment, newest first. */
export function openSecrets(webhook: StoredWebhook): Promise<string[]> {
  const sealed = [webhook, ...validOldSecrets(webhook)];
  return Promise.all(sealed.map(({ sealedSecret }) => decryptText(sealedSecret, { webhookId: webhook.id })));
}
