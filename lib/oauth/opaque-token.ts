import { randomBytes } from "node:crypto";
import { sha256 } from "#lib/platform/sha256.ts";

/** 256 random bits behind a word that tells what they are, so that no kind of token is taken for another. */
const opaqueToken = (prefix: string): string => `${prefix}_${randomBytes(32).toString("base64url")}`;

/** A new authorization code. */
export const newAuthorizationCode = (): string => opaqueToken("ac");

/** A new refresh token. */
export const newRefreshToken = (): string => opaqueToken("rt");

/** What is stored of a code or refresh token. A fast hash is enough for 256 random bits. */
export const hashToken = sha256;
