import { createHmac, randomBytes } from "node:crypto";
import { sha256 } from "#lib/platform/sha256.ts";

/** 256 random bits with a prefix that distinguishes the kinds of tokens. */
const newToken = (prefix: string): string => `${prefix}_${randomBytes(32).toString("base64url")}`;

/** Creates an authorization code. */
export const newAuthorizationCode = (): string => newToken("ac");

/**
 * Derives the authorization code that a consent form issues, so that the same form sent twice issues one code. The derivation needs the
 * browser's cookie, which has 256 random bits.
 */
export const deriveAuthorizationCode = (browserToken: string, formToken: string): string =>
  `ac_${createHmac("sha256", browserToken)
    .update(JSON.stringify(["authorization-code", formToken]))
    .digest("base64url")}`;

/** Creates the first refresh token of a family. */
export const newRefreshToken = (): string => newToken("rt");

/** Creates a salt for {@link deriveReplacement}. */
export const newSalt = (): string => randomBytes(32).toString("base64url");

/** Derives the refresh token that replaces another. The derivation needs the token, which only its client has, and the stored salt. */
export const deriveReplacement = (token: string, salt: string): string =>
  `rt_${createHmac("sha256", salt).update(token).digest("base64url")}`;

/** The stored hash of a code or refresh token. A fast hash is enough for 256 random bits. */
export const hashToken = sha256;
