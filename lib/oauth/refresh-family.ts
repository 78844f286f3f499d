import { expiryInDays, now } from "#lib/platform/clock.ts";
import type { Scope } from "#lib/scopes.ts";
import type { Stored } from "#lib/table/entity.ts";
import type { RefreshFamily, RefreshToken } from "./entity.ts";

/** Days a refresh token may lie unused, and days until an application has to send its user again. */
const IDLE_DAYS = 30;
const MOST_DAYS = 365;
const DAY = 86_400_000;

const inDays = (days: number): string => new Date(now() + days * DAY).toISOString();

/** How long what was used now is kept. */
export const ttlFromNow = () => ({ ttl: expiryInDays(IDLE_DAYS + 1) });

/** Until when a family that was used now may lie unused. */
export const idleLimitFromNow = () => ({ idleUntil: inDays(IDLE_DAYS), ...ttlFromNow() });

/** A family that begins with a code. */
export const newFamily = (id: string, codeHash: string): Stored<typeof RefreshFamily> => ({
  id,
  lastUsed: codeHash,
  endsAt: inDays(MOST_DAYS),
  ...idleLimitFromNow(),
});

/** Whether a family has come to its end, unused for too long or altogether. */
export const hasEnded = ({ idleUntil, endsAt }: Stored<typeof RefreshFamily>): boolean =>
  Date.parse(idleUntil) <= now() || Date.parse(endsAt) <= now();

/** What all tokens of a family have in common. */
export interface FamilyMember {
  familyId: string;
  clientId: string;
  userId: number;
  grantId: string;
  scopes: Scope[];
}

/** A refresh token given for `replaces`. */
export const memberItem = (
  hash: string,
  replaces: string,
  { familyId, clientId, userId, grantId, scopes }: FamilyMember,
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
