import { randomBytes } from "node:crypto";
import { Failure } from "#lib/failures.ts";
import { GrantItem, GrantOfUser } from "#lib/identity/credentials/grant-entity.ts";
import {
  getUserWithCredentials,
  requireRoomForCredential,
} from "#lib/identity/credentials/live-credentials.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { runAs } from "#lib/platform/actor.ts";
import { expiryInDays, now, nowIso } from "#lib/platform/clock.ts";
import type { Scope } from "#lib/scopes.ts";
import { absent, any, differs, equals } from "#lib/storage/table/condition.ts";
import { ignoreFailedCondition } from "#lib/storage/table/condition-failed.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { check, type Operation, put, update } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { transact } from "#lib/storage/table/write.ts";
import { AuthorizationCode, OAuthClientItem } from "./entity.ts";
import { hasScopes } from "./grants/has-scopes.ts";
import { grantExtension } from "./grants/writes.ts";
import { hashToken, newAuthorizationCode } from "./opaque-token.ts";
import type { AuthorizeRequest } from "./parse-authorize-request.ts";
import { ttlFromNow } from "./refresh-family.ts";

/** Seconds until a code expires. */
const CODE_SECONDS = 60;
/** Days for which a code is stored, so that a second use is detected. */
const DAYS_STORED = 30;

/** The request of a client that a user has allowed. */
interface Consent {
  userId: number;
  client: Pick<Stored<typeof OAuthClientItem>, "id">;
  request: AuthorizeRequest;
  /** Whether the user signed in recently. Required for access that the user has not allowed before, because it outlives the session. */
  isRecentSignIn: boolean;
  /** The code to issue: derived from the form, so that a form sent twice issues one code; random by default. */
  code?: string;
}

/**
 * Issues an authorization code after the user has allowed a request. Extends the user's grant to the client, or creates one. If the code
 * was already issued and can still be redeemed, returns it and changes nothing; if it can't, issues another one. Returns undefined if the
 * user must sign in again first.
 *
 * @throws {Failure} `user_locked`; `limit_reached` if the user has 80 live API keys and grants; `invalid_request` if the client was
 * disabled in the meantime
 */
export async function issueCode(consent: Consent): Promise<string | undefined> {
  const { userId, client, request, isRecentSignIn, code: firstCode = newAuthorizationCode() } = consent;
  const { id: clientId } = client;
  return retryFailedCondition(async () => {
    const [{ user, live }, issued] = await Promise.all([
      getUserWithCredentials(userId),
      findItem(AuthorizationCode, { hash: hashToken(firstCode) }),
    ]);
    const existing = live.grants.find((grant) => grant.clientId === clientId);
    if (issued && existing?.id === issued.grantId && isRedeemable(issued)) return firstCode;
    if (user.isLocked)
      throw new Failure("user_locked", "This user is locked. Contact the operator of this service.");
    if (!isRecentSignIn && !hasScopes(existing, request.scopes)) return undefined;
    if (!existing) requireRoomForCredential(live);
    const grant = existing ?? newGrant(user, clientId, request.scopes);
    const code = issued ? newAuthorizationCode() : firstCode;
    const writes = [
      requireEnabled(clientId),
      ...(existing ? [extendGrant(existing, request.scopes)] : newGrantWrites(grant, user.version)),
      put(AuthorizationCode, codeItem(code, grant, request)),
    ];
    await runAs({ userId, credentialId: "session" }, () => transact(writes));
    return code;
  });
}

/** Whether a code was not yet redeemed and has not expired. */
const isRedeemable = ({ redeemedAt, expiresAt }: Stored<typeof AuthorizationCode>): boolean =>
  redeemedAt === null && expiresAt > nowIso();

/**
 * Issues an authorization code for an existing grant. Returns undefined if the grant was revoked in the meantime.
 *
 * @throws {Failure} `invalid_request` if the client was disabled in the meantime
 */
export async function issueCodeForGrant(
  grant: Grant,
  request: AuthorizeRequest,
): Promise<string | undefined> {
  const code = newAuthorizationCode();
  const operations = [
    requireEnabled(grant.clientId),
    grantExtension(grant.id),
    put(AuthorizationCode, codeItem(code, grant, request)),
  ];
  return (await ignoreFailedCondition(transact(operations))) ? code : undefined;
}

const requireEnabled = (id: string): Operation =>
  check(
    OAuthClientItem,
    { id },
    {
      if: equals("disabledAt", null),
      failure: new Failure("invalid_request", "The application is disabled."),
    },
  );

type Grant = Stored<typeof GrantItem>;

function newGrant(user: Stored<typeof UserItem>, clientId: string, scopes: readonly Scope[]): Grant {
  const { id: userId, role, isLocked, organizations } = user;
  return {
    id: `gr_${randomBytes(16).toString("base64url")}`,
    userId,
    clientId,
    scopes: [...scopes],
    role,
    isLocked,
    organizations,
    createdAt: nowIso(),
    lastUsedAt: null,
    revokedAt: null,
    version: 1,
    ...ttlFromNow(),
  };
}

/** Increments the user's version, so that a parallel change of role or lock fails and reads the grants again. */
const newGrantWrites = (grant: Grant, userVersion: number): Operation[] => {
  const { id: grantId, userId, clientId } = grant;
  return [
    update(UserItem, { id: userId }, { ifVersion: userVersion }),
    put(GrantItem, grant),
    put(GrantOfUser, { userId, clientId, grantId }, { if: any(absent("pk"), differs("grantId", grantId)) }),
  ];
};

function extendGrant({ id, scopes, version }: Grant, added: readonly Scope[]): Operation {
  const all = [...new Set([...scopes, ...added])];
  return grantExtension(id, all.length > scopes.length ? { scopes: all, ifVersion: version } : undefined);
}

const codeItem = (code: string, grant: Grant, request: AuthorizeRequest) => ({
  hash: hashToken(code),
  clientId: grant.clientId,
  userId: grant.userId,
  grantId: grant.id,
  redirectUri: request.redirectUri,
  scopes: request.scopes,
  codeChallenge: request.codeChallenge,
  expiresAt: new Date(now() + CODE_SECONDS * 1000).toISOString(),
  redeemedAt: null,
  ttl: expiryInDays(DAYS_STORED),
});
