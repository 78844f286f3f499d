import { createHmac, randomBytes } from "node:crypto";
import { sha256 } from "#lib/platform/sha256.ts";

/** 256 random bits behind a word that tells what they are, so that no kind of token is taken for another. */
const opaqueToken = (prefix: string): string => `${prefix}_${randomBytes(32).toString("base64url")}`;

/** A new authorization code. */
export const newAuthorizationCode = (): string => opaqueToken("ac");

/**
 * The authorization code that a consent form issues: the same one each time the form is sent, whatever the browser repeats.
 * Computing it takes the browser's cookie, which has 256 random bits.
 */
export const deriveAuthorizationCode = (browserToken: string, formToken: string): string =>
  `ac_${createHmac("sha256", browserToken)
    .update(JSON.stringify(["authorization-code", formToken]))
    .digest("base64url")}`;

/** The first refresh token of a family. */
export const newRefreshToken = (): string => opaqueToken("rt");

/** A salt for {@link deriveReplacement}. */
export const newSalt = (): string => randomBytes(32).toString("base64url");

/** The refresh token that replaces another. Computing it takes both the token, which only its client has, and the stored salt. */
export const deriveReplacement = (token: string, salt: string): string =>
  `rt_${createHmac("sha256", salt).update(token).digest("base64url")}`;

/** What is stored of a code or refresh token. A fast hash is enough for 256 random bits. */
export const hashToken = sha256;
