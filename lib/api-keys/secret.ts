import { randomBytes } from "node:crypto";
import { sha256 } from "#lib/platform/sha256.ts";

const PREFIX = "sk_";

/** A new API key: `sk_` and 256 random bits in base64url. */
export const newApiKey = (): string => PREFIX + randomBytes(32).toString("base64url");

/** What is stored of a key. A fast hash is enough for 256 random bits. */
export const hashApiKey = sha256;

/** Whether a text has the form of an API key. */
export const isApiKey = (text: string): boolean => /^sk_[A-Za-z0-9_-]{43}$/.test(text);
