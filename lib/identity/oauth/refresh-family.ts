import { expiryInDays, now } from "#lib/platform/clock.ts";
import type { Scope } from "#lib/scopes.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import type { RefreshFamily, RefreshToken } from "./entity.ts";

/** Days after which an unused family of refresh tokens expires, and days after which it always expires. */
const IDLE_DAYS = 30;
const MAX_DAYS = 365;
const DAY = 86_400_000;

const inDays = (days: number): string => new Date(now() + days * DAY).toISOString();

/** The TTL of items that are used now: a day longer than an unused family is valid. */
export const ttlFromNow = () => ({ ttl: expiryInDays(IDLE_DAYS + 1) });

/** The times of a family that is used now. */
export const idleLimitFromNow = () => ({ idleUntil: inDays(IDLE_DAYS), ...ttlFromNow() });

/** The item of the family that starts with a code. */
export const newFamily = (id: string, codeHash: string): Stored<typeof RefreshFamily> => ({
  id,
  lastUsed: codeHash,
  endsAt: inDays(MAX_DAYS),
  ...idleLimitFromNow(),
});

/** Whether a family has expired. */
export const hasEnded = ({ idleUntil, endsAt }: Stored<typeof RefreshFamily>): boolean =>
  Date.parse(idleUntil) <= now() || Date.parse(endsAt) <= now();

/** The fields that all refresh tokens of a family have in common. */
interface FamilyFields {
  familyId: string;
  clientId: string;
  userId: number;
  grantId: string;
  scopes: Scope[];
}

/** The item of a new refresh token, from its hash and the hash of the token or code that it replaces. */
export const newFamilyToken = (
  hash: string,
  replaces: string,
  { familyId, clientId, userId, grantId, scopes }: FamilyFields,
): Stored<typeof RefreshToken> => ({
  hash,
  replaces,
  familyId,
  clientId,
  userId,
  grantId,
  scopes,
  ...ttlFromNow(),
});
