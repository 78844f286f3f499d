import { randomBytes } from "node:crypto";
import { sha256 } from "#lib/platform/sha256.ts";

/** Creates a token that identifies a browser by its cookie: 256 random bits in base64url. */
export const newBrowserToken = (): string => randomBytes(32).toString("base64url");

/** The stored hash of a token. A fast hash is enough for 256 random bits. */
export const hashBrowserToken = sha256;

/** Whether a text has the form of a token. */
export const isBrowserToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** Returns the browser token of a visit. For a browser without one, creates it and returns its cookie, too. */
export function ensureBrowserToken({ session }: { session: string | undefined }): {
  browserToken: string;
  cookies?: { session: string };
} {
  if (session !== undefined) return { browserToken: session };
  const browserToken = newBrowserToken();
  return { browserToken, cookies: { session: browserToken } };
}
