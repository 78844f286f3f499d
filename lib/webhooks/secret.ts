import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

/** A new secret as subscribers see it: `whsec_` and 32 random bytes in base64 (Standard Webhooks). */
export const newSecret = (): string => PREFIX + randomBytes(32).toString("base64");

interface Signed {
  id: string;
  /** Milliseconds since 1970 of this attempt. */
  at: number;
  body: string;
  secret: string;
}

/**
 * The headers a subscriber verifies a request by: those of Standard Webhooks, keyed with the bytes behind `whsec_` (or an
 * own secret's text), and `X-Cal-Signature-256`, keyed with the secret as it is shown.
 */
export function signatureHeaders({ id, at, body, secret }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const key = secret.startsWith(PREFIX)
    ? Buffer.from(secret.slice(PREFIX.length), "base64")
    : Buffer.from(secret);
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
    "X-Cal-Signature-256": createHmac("sha256", secret).update(body).digest("hex"),
  };
}
