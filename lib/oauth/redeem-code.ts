import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { Failure } from "#lib/failures.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { logSecurityEvent } from "#lib/platform/security-event.ts";
import { equals } from "#lib/table/condition.ts";
import { ConditionFailed } from "#lib/table/condition-failed.ts";
import type { Stored } from "#lib/table/entity.ts";
import { type Operation, put, update } from "#lib/table/operations.ts";
import { getItems, itemRequest } from "#lib/table/read.ts";
import { transact } from "#lib/table/write.ts";
import { type ClientCredentials, clientRequest, requireClient } from "./authenticate-client.ts";
import { AuthorizationCode, RefreshFamily, RefreshToken } from "./entity.ts";
import { grantExtension, revokeGrant } from "./grants/writes.ts";
import { hashToken, newRefreshToken } from "./opaque-token.ts";
import { memberItem, newFamily } from "./refresh-family.ts";
import { ACCESS_TOKENS, KeyRing } from "./signing-keys/entity.ts";
import { ensureSigningKeys } from "./signing-keys/key-ring.ts";
import { signAccessToken, type TokenAnswer, tokenAnswer } from "./token-answer.ts";

/** A client at the token address, and the issuer it asked. */
export interface TokenCall {
  credentials: ClientCredentials;
  issuer: string;
}

/** What a client shows for tokens (RFC 6749 §4.1.3, RFC 7636 §4.5). */
export interface CodeProof {
  code: string;
  redirectUri: string | undefined;
  verifier: string | undefined;
}

type Code = Stored<typeof AuthorizationCode>;

/**
 * Gives the first tokens for a code, once. Only the right client with the right redirect address and verifier uses a code
 * up; when it comes a second time, all that came of it ends. Two round trips.
 *
 * @throws {Failure} `invalid_client`, `invalid_grant`
 */
export async function redeemCode({ credentials, issuer }: TokenCall, proof: CodeProof): Promise<TokenAnswer> {
  const hash = hashToken(proof.code);
  const [stored, found, ring] = await getItems([
    clientRequest(credentials),
    itemRequest(AuthorizationCode, { hash }),
    itemRequest(KeyRing, ACCESS_TOKENS),
  ]);
  const client = await requireClient(stored, credentials);
  const code = redeemable(found, client.id, proof);
  if (code.redeemedAt !== null) throw await revokeReused(code);
  if (code.expiresAt <= nowIso()) throw invalidCode();
  const refreshToken = newRefreshToken();
  const scopes = code.scopes.filter((scope) => client.scopes.includes(scope));
  const accessToken = await signAccessToken(
    { ...code, issuer, scopes },
    ring?.keys ?? (await ensureSigningKeys()),
  );
  try {
    await transact(redemption(code, hashToken(refreshToken)));
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    throw error.concerns(AuthorizationCode) ? await revokeReused(code) : invalidCode();
  }
  return tokenAnswer(accessToken, refreshToken, scopes);
}

/** The code, when all that does not change about it is right. */
function redeemable(code: Code | undefined, clientId: string, proof: CodeProof): Code {
  const isRight =
    code?.clientId === clientId &&
    code.redirectUri === proof.redirectUri &&
    matchesChallenge(code.codeChallenge, proof.verifier);
  if (!isRight) throw invalidCode();
  return code;
}

function redemption(code: Code, refreshHash: string): Operation[] {
  const { hash, grantId } = code;
  const familyId = randomUUID();
  const isFirst = equals("redeemedAt", null);
  return [
    update(AuthorizationCode, { hash }, { set: { redeemedAt: nowIso() }, if: isFirst }),
    put(RefreshFamily, newFamily(familyId, hash)),
    put(RefreshToken, memberItem(refreshHash, hash, { ...code, familyId })),
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
 * Whether a verifier is the one of a code's challenge (RFC 7636 §4.6). A code without a challenge takes no verifier: somebody may
 * have taken the challenge away (RFC 9700 §4.8).
 */
function matchesChallenge(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined;
  if (!VERIFIER.test(verifier)) return false;
  const hash = createHash("sha256").update(verifier).digest();
  const expected = Buffer.from(challenge, "base64url");
  return hash.length === expected.length && timingSafeEqual(hash, expected);
}
