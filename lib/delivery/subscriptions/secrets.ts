import { createHmac, createSecretKey, type Hmac, randomBytes } from "node:crypto";
import { nowIso } from "#lib/platform/clock.ts";
import { decryptText } from "#lib/platform/kms.ts";
import type { StoredWebhook } from "./entity.ts";

const PREFIX = "whsec_";

/** A new secret: `whsec_` and 32 random bytes in base64 (Standard Webhooks). */
export const newSecret = (): string => PREFIX + randomBytes(32).toString("base64");

interface SignatureInput {
  id: string;
  /** Milliseconds since 1970 of this attempt. */
  at: number;
  body: string;
  /** All valid secrets, newest first; several during the grace period of a rotation. */
  secrets: readonly string[];
}

/**
 * The headers with which a subscriber verifies a request: those of Standard Webhooks, with one signature per secret, and
 * `X-Cal-Signature-256`, whose key is the text of the newest secret.
 */
export function signatureHeaders({ id, at, body, secrets }: SignatureInput): Record<string, string> {
  const [newest] = secrets;
  if (newest === undefined) throw new Error("a webhook is never sent unsigned");
  const timestamp = String(Math.floor(at / 1000));
  const content = `${id}.${timestamp}.${body}`;
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => signature(secret, content)).join(" "),
    "X-Cal-Signature-256": hmac(Buffer.from(newest)).update(body).digest("hex"),
  };
}

/** The key is the base64 after `whsec_`, or the text of a secret without that prefix. */
function signature(secret: string, content: string): string {
  const key = secret.startsWith(PREFIX)
    ? Buffer.from(secret.slice(PREFIX.length), "base64")
    : Buffer.from(secret);
  return `v1,${hmac(key).update(content).digest("base64")}`;
}

/** To Node, a key of plain bytes takes four times as long as a key object. */
const hmac = (key: Buffer): Hmac => createHmac("sha256", createSecretKey(key));

/** The old secrets that are still valid, newest first. */
export const validOldSecrets = ({ oldSecrets }: StoredWebhook): StoredWebhook["oldSecrets"] =>
  oldSecrets.filter(({ validUntil }) => validUntil > nowIso());

/** All secrets with which requests are signed now, newest first. */
export function decryptSecrets(webhook: StoredWebhook): Promise<string[]> {
  const encrypted = [webhook, ...validOldSecrets(webhook)];
  return Promise.all(
    encrypted.map(({ sealedSecret }) => decryptText(sealedSecret, { webhookId: webhook.id })),
  );
}
