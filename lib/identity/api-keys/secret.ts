import { createHmac, randomBytes } from "node:crypto";
import { sha256 } from "#lib/platform/sha256.ts";

const PREFIX = "sk_";

/** Creates an API key: `sk_` and 256 random bits in base64url. */
export const newApiKey = (): string => PREFIX + randomBytes(32).toString("base64url");

/**
 * Derives the API key that a form creates, so that the same form sent twice creates one key. The derivation needs the browser's cookie, which
 * has 256 random bits.
 */
export const deriveApiKey = (browserToken: string, fields: readonly string[]): string =>
  PREFIX +
  createHmac("sha256", browserToken)
    .update(JSON.stringify(["api-key", ...fields]))
    .digest("base64url");

/** The stored hash of a key. A fast hash is enough for 256 random bits. */
export const hashApiKey = sha256;

/** Whether a text has the form of an API key. */
export const isApiKey = (text: string): boolean => /^sk_[A-Za-z0-9_-]{43}$/.test(text);
