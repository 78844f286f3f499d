import { randomBytes } from "node:crypto";
import { sha256 } from "#lib/platform/sha256.ts";

/** What a browser keeps in a cookie to be known again: 256 random bits in base64url. */
export const newBrowserToken = (): string => randomBytes(32).toString("base64url");

/** What is stored of a token. A fast hash is enough for 256 random bits. */
export const hashBrowserToken = sha256;

/** Whether a text has the form of a token. */
export const isBrowserToken = (text: string): boolean => /^[\w-]{43}$/.test(text);
