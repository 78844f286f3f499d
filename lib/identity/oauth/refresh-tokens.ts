import { Failure } from "#lib/failures.ts";
import { GrantItem } from "#lib/identity/credentials/grant-entity.ts";
import { now, nowIso } from "#lib/platform/clock.ts";
import { logSecurityEvent } from "#lib/platform/security-event.ts";
import type { Scope } from "#lib/scopes.ts";
import {
  absent,
  all,
  any,
  type Condition,
  equals,
  greaterThan,
  oneOf,
  present,
} from "#lib/storage/table/condition.ts";
import { ConditionFailed } from "#lib/storage/table/condition-failed.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { type Operation, put, update } from "#lib/storage/table/operations.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { transact } from "#lib/storage/table/write.ts";
import { type Client, clientRequest, requireClient } from "./authenticate-client.ts";
import { RefreshFamily, RefreshToken } from "./entity.ts";
import { grantExtension, revokeGrant } from "./grants/writes.ts";
import { deriveReplacement, hashToken, newSalt } from "./opaque-token.ts";
import { parseScopes } from "./parse-scopes.ts";
import { hasEnded, idleLimitFromNow, newFamilyToken, ttlFromNow } from "./refresh-family.ts";
import { ACCESS_TOKENS, KeyRing } from "./signing-keys/entity.ts";
import { signAccessToken } from "./signing-keys/key-ring.ts";
import { type RefreshExchange, type TokenAnswer, tokenAnswer } from "./token-schema.ts";

type Token = Stored<typeof RefreshToken>;

/** Milliseconds in which a repeated refresh returns the same replacement. */
const GRACE = 60_000;

/**
 * Exchanges a refresh token for new tokens. A public client can use a refresh token once; a confidential client can use it until it uses a
 * replacement, so that it can repeat a call whose response it did not receive. Calls within a minute, also parallel ones, return the same
 * replacement, so that all workers of a client continue with one token. The use of an older refresh token revokes the grant, because
 * somebody else may have the token (RFC 9700 §4.14).
 *
 * @throws {Failure} `invalid_client`, `invalid_grant`, `invalid_scope`, `too_many_requests`
 */
export const refreshTokens = (exchange: RefreshExchange): Promise<TokenAnswer> =>
  retryFailedCondition(() => attemptRefresh(exchange));

async function attemptRefresh(exchange: RefreshExchange): Promise<TokenAnswer> {
  const { credentials, issuer, refreshToken, scope } = exchange;
  const [storedClient, token, ring] = await findItems([
    clientRequest(credentials),
    itemRequest(RefreshToken, { hash: hashToken(refreshToken) }),
    itemRequest(KeyRing, ACCESS_TOKENS),
  ]);
  const client = await requireClient(storedClient, credentials);
  if (token?.clientId !== client.id) throw invalidRefreshToken();
  const scopes = limitScopes(token, client, scope);
  const replacement = currentReplacement(token) ?? { replacementSalt: newSalt(), replacedAt: nowIso() };
  const next = deriveReplacement(refreshToken, replacement.replacementSalt);
  const accessToken = await signAccessToken({ ...token, issuer, scopes }, ring?.keys ?? []);
  try {
    await transact(replacementWrites(token, client, { ...replacement, nextHash: hashToken(next) }));
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    // Only the condition of the token failed: a parallel call chose the replacement, and the next attempt reads it.
    if (error.concerns(RefreshFamily) || error.concerns(GrantItem)) throw await failureOf(error, token);
    throw error;
  }
  return tokenAnswer(accessToken, next, scopes);
}

interface Replacement {
  replacementSalt: string;
  replacedAt: string;
}

/** The stored replacement of a token that was used within the grace period. */
function currentReplacement({ replacementSalt, replacedAt }: Token): Replacement | undefined {
  if (replacementSalt === undefined || replacedAt === undefined) return undefined;
  return now() - Date.parse(replacedAt) < GRACE ? { replacementSalt, replacedAt } : undefined;
}

function limitScopes(token: Token, client: Client, requested: string | undefined): Scope[] {
  const allowed = token.scopes.filter((scope) => client.scopes.includes(scope));
  if (requested === undefined) return allowed;
  const scopes = parseScopes(requested, allowed);
  if (!scopes) throw new Failure("invalid_scope", "The refresh token does not include all requested scopes.");
  return scopes;
}

function replacementWrites(
  token: Token,
  { type }: Client,
  { nextHash, ...replacement }: Replacement & { nextHash: string },
): Operation[] {
  const { hash, familyId, grantId, replaces, replacementSalt: salt } = token;
  const isCurrent: Condition =
    type === "public" ? equals("lastUsed", replaces) : oneOf("lastUsed", [replaces, hash]);
  const at = nowIso();
  const isValid = all(isCurrent, greaterThan("idleUntil", at), greaterThan("endsAt", at));
  const isUnchanged = salt === undefined ? absent("replacementSalt") : equals("replacementSalt", salt);
  return [
    update(RefreshFamily, { id: familyId }, { set: { lastUsed: hash, ...idleLimitFromNow() }, if: isValid }),
    update(
      RefreshToken,
      { hash },
      { set: { ...replacement, ...ttlFromNow() }, if: all(present("pk"), isUnchanged) },
    ),
    put(RefreshToken, newFamilyToken(nextHash, hash, token), {
      if: any(absent("pk"), equals("replaces", hash)),
    }),
    grantExtension(grantId),
  ];
}

/** The failure for a token whose grant was revoked, whose family expired, or which was replaced before. Replaced tokens revoke the grant. */
async function failureOf(failed: ConditionFailed, { clientId, userId, grantId }: Token): Promise<Failure> {
  const family = failed.itemOf(RefreshFamily);
  if (family && !hasEnded(family) && !failed.concerns(GrantItem)) {
    logSecurityEvent({ kind: "refresh.reused", clientId, userId, grantId });
    await revokeGrant(grantId);
  }
  return invalidRefreshToken();
}

const invalidRefreshToken = (): Failure =>
  new Failure(
    "invalid_grant",
    "The refresh token is unknown, expired, revoked or already used, or it belongs to another client. Start the authorization again.",
  );
