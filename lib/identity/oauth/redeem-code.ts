import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { Failure } from "#lib/failures.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { logSecurityEvent } from "#lib/platform/security-event.ts";
import { equals } from "#lib/storage/table/condition.ts";
import { ConditionFailed } from "#lib/storage/table/condition-failed.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { type Operation, put, update } from "#lib/storage/table/operations.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { transact } from "#lib/storage/table/write.ts";
import { type Client, clientRequest, requireClient } from "./authenticate-client.ts";
import { AuthorizationCode, RefreshFamily, RefreshToken } from "./entity.ts";
import { grantExtension, revokeGrant } from "./grants/writes.ts";
import { hashToken, newRefreshToken } from "./opaque-token.ts";
import { newFamily, newFamilyToken } from "./refresh-family.ts";
import { ACCESS_TOKENS, KeyRing } from "./signing-keys/entity.ts";
import { ensureSigningKeys, signAccessToken } from "./signing-keys/key-ring.ts";
import { type CodeExchange, type TokenAnswer, tokenAnswer } from "./token-schema.ts";

type Code = Stored<typeof AuthorizationCode>;

/**
 * Exchanges an authorization code for the first tokens of a grant. A code can be redeemed once, by its client, with its redirect URI and
 * verifier; its second use revokes the grant.
 *
 * @throws {Failure} `invalid_client`, `invalid_grant`, `too_many_requests`
 */
export async function redeemCode(exchange: CodeExchange): Promise<TokenAnswer> {
  const { credentials, issuer } = exchange;
  const [storedClient, code, ring] = await findItems([
    clientRequest(credentials),
    itemRequest(AuthorizationCode, { hash: hashToken(exchange.code) }),
    itemRequest(KeyRing, ACCESS_TOKENS),
  ]);
  const client = await requireClient(storedClient, credentials);
  if (!code || !isCodeOf(code, client, exchange)) throw invalidCode();
  if (code.redeemedAt !== null) throw await revokeReused(code);
  if (code.expiresAt <= nowIso()) throw invalidCode();
  const refreshToken = newRefreshToken();
  const scopes = code.scopes.filter((scope) => client.scopes.includes(scope));
  const accessToken = await signAccessToken(
    { ...code, issuer, scopes },
    ring?.keys ?? (await ensureSigningKeys()),
  );
  try {
    await transact(redemptionWrites(code, hashToken(refreshToken)));
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    throw error.concerns(AuthorizationCode) ? await revokeReused(code) : invalidCode();
  }
  return tokenAnswer(accessToken, refreshToken, scopes);
}

/**
 * Whether a code was issued to a client, and the client sent the redirect URI and verifier of its authorization request. The operator may have
 * removed the redirect URI since, because others get the codes that are sent there.
 */
const isCodeOf = (code: Code, client: Client, { redirectUri, verifier }: CodeExchange): boolean =>
  code.clientId === client.id &&
  code.redirectUri === redirectUri &&
  client.redirectUris.includes(code.redirectUri) &&
  matchesChallenge(code.codeChallenge, verifier);

function redemptionWrites(code: Code, refreshHash: string): Operation[] {
  const { hash, grantId } = code;
  const familyId = randomUUID();
  return [
    update(AuthorizationCode, { hash }, { set: { redeemedAt: nowIso() }, if: equals("redeemedAt", null) }),
    put(RefreshFamily, newFamily(familyId, hash)),
    put(RefreshToken, newFamilyToken(refreshHash, hash, { ...code, familyId })),
    grantExtension(grantId),
  ];
}

async function revokeReused({ clientId, userId, grantId }: Code): Promise<Failure> {
  logSecurityEvent({ kind: "code.reused", clientId, userId, grantId });
  await revokeGrant(grantId);
  return invalidCode();
}

const invalidCode = (): Failure =>
  new Failure(
    "invalid_grant",
    "The authorization code is unknown, expired or already used, or it does not match the client, redirect_uri or code_verifier. Start the authorization again.",
  );

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/**
 * Whether a verifier matches the challenge of a code (RFC 7636 §4.6). A verifier for a code without a challenge does not: an attacker may
 * have removed the challenge from the request (RFC 9700 §4.8).
 */
function matchesChallenge(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined;
  if (!VERIFIER.test(verifier)) return false;
  const hash = createHash("sha256").update(verifier).digest();
  const expected = Buffer.from(challenge, "base64url");
  return hash.length === expected.length && timingSafeEqual(hash, expected);
}
