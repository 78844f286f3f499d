import { GrantItem } from "#lib/credentials/grant-entity.ts";
import { Failure } from "#lib/failures.ts";
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
} from "#lib/table/condition.ts";
import { ConditionFailed } from "#lib/table/condition-failed.ts";
import type { Stored } from "#lib/table/entity.ts";
import { type Operation, put, update } from "#lib/table/operations.ts";
import { getItems, itemRequest } from "#lib/table/read.ts";
import { retryFailedCondition } from "#lib/table/retry.ts";
import { transact } from "#lib/table/write.ts";
import { type Client, clientRequest, requireClient } from "./authenticate-client.ts";
import { RefreshFamily, RefreshToken } from "./entity.ts";
import { grantExtension, revokeGrant } from "./grants/writes.ts";
import { hashToken, newSalt, replacementOf } from "./opaque-token.ts";
import type { TokenCall } from "./redeem-code.ts";
import { hasEnded, idleLimitFromNow, memberItem, ttlFromNow } from "./refresh-family.ts";
import { requestedScopes } from "./requested-scopes.ts";
import { ACCESS_TOKENS, KeyRing } from "./signing-keys/entity.ts";
import { signAccessToken, type TokenAnswer, tokenAnswer } from "./token-answer.ts";

/** What a client shows for new tokens; `scope` may ask for less than it has (RFC 6749 §6). */
export interface RefreshProof {
  refreshToken: string;
  scope: string | undefined;
}

type Token = Stored<typeof RefreshToken>;

/** Milliseconds in which a repeated refresh is answered with the same replacement. */
const GRACE = 60_000;

/**
 * Gives new tokens for a refresh token. That of a public client is good once; that of a confidential one until a token
 * given for it is used, so a client can repeat a call whose answer it lost. Repetitions within a minute, parallel ones
 * included, get the same replacement, so that all workers of a client go on with one token. A refresh token older than that
 * revokes the grant, for it is in two hands (RFC 9700 §4.14). Two round trips.
 *
 * @throws {Failure} `invalid_client`, `invalid_grant`, `invalid_scope`
 */
export const refreshTokens = (call: TokenCall, proof: RefreshProof): Promise<TokenAnswer> =>
  retryFailedCondition(() => attemptRefresh(call, proof));

async function attemptRefresh(
  { credentials, issuer }: TokenCall,
  { refreshToken, scope }: RefreshProof,
): Promise<TokenAnswer> {
  const [stored, token, ring] = await getItems([
    clientRequest(credentials),
    itemRequest(RefreshToken, { hash: hashToken(refreshToken) }),
    itemRequest(KeyRing, ACCESS_TOKENS),
  ]);
  const client = await requireClient(stored, credentials);
  if (token?.clientId !== client.id) throw invalidRefreshToken();
  const scopes = limitScopes(token, client, scope);
  const how = currentReplacement(token) ?? { replacementSalt: newSalt(), replacedAt: nowIso() };
  const next = replacementOf(refreshToken, how.replacementSalt);
  const accessToken = await signAccessToken({ ...token, issuer, scopes }, ring?.keys ?? []);
  try {
    await transact(replacement(token, client, { ...how, nextHash: hashToken(next) }));
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    // Refused by the token alone: a parallel call has chosen the replacement, and the next attempt finds it.
    if (error.concerns(RefreshFamily) || error.concerns(GrantItem)) throw await failureOf(error, token);
    throw error;
  }
  return tokenAnswer(accessToken, next, scopes);
}

interface Replacement {
  replacementSalt: string;
  replacedAt: string;
}

/** How the replacement of a token was made that was used a moment ago. */
function currentReplacement({ replacementSalt, replacedAt }: Token): Replacement | undefined {
  if (replacementSalt === undefined || replacedAt === undefined) return undefined;
  return now() - Date.parse(replacedAt) < GRACE ? { replacementSalt, replacedAt } : undefined;
}

function limitScopes({ scopes }: Token, client: Client, scope: string | undefined): Scope[] {
  const allowed = scopes.filter((each) => client.scopes.includes(each));
  if (scope === undefined) return allowed;
  const wanted = requestedScopes(scope, allowed);
  if (!wanted) throw new Failure("invalid_scope", "The refresh token does not include all requested scopes.");
  return wanted;
}

function replacement(
  token: Token,
  { type }: Client,
  { nextHash, ...how }: Replacement & { nextHash: string },
): Operation[] {
  const { hash, familyId, grantId, replaces, replacementSalt: salt } = token;
  const isCurrent: Condition =
    type === "public" ? equals("lastUsed", replaces) : oneOf("lastUsed", [replaces, hash]);
  const at = nowIso();
  const isValid = all(isCurrent, greaterThan("idleUntil", at), greaterThan("endsAt", at));
  const isUnchanged = salt === undefined ? absent("replacementSalt") : equals("replacementSalt", salt);
  return [
    update(RefreshFamily, { id: familyId }, { set: { lastUsed: hash, ...idleLimitFromNow() }, if: isValid }),
    update(RefreshToken, { hash }, { set: { ...how, ...ttlFromNow() }, if: all(present("pk"), isUnchanged) }),
    put(RefreshToken, memberItem(nextHash, hash, token), { if: any(absent("pk"), equals("replaces", hash)) }),
    grantExtension(grantId),
  ];
}

/** Why the condition of a token failed: its grant or its time has ended, or it was replaced before. */
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
