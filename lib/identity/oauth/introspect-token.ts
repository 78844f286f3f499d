import * as z from "zod";
import { GrantItem } from "#lib/identity/credentials/grant-entity.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { readTokenClaims } from "./access-token.ts";
import {
  type Client,
  type ClientCall,
  clientRequest,
  invalidClient,
  requireClient,
} from "./authenticate-client.ts";
import { RefreshFamily, RefreshToken } from "./entity.ts";
import { hashToken } from "./opaque-token.ts";
import { hasEnded } from "./refresh-family.ts";

/** The state of a token; of an active one, also its claims (RFC 7662 §2.2). */
export const Introspection = z.union([
  z.strictObject({
    active: z
      .literal(false)
      .describe("False for unknown, expired and revoked tokens, and for those of other clients."),
  }),
  z.strictObject({
    active: z.literal(true).describe("True: the token can be used."),
    scope: z.string().describe("Scopes, separated by spaces."),
    client_id: z.string().describe("Client id of the application."),
    sub: z.string().describe("Id of the user."),
    iss: z.string().describe("Issuer."),
    exp: z.int().describe("Time of expiry, in seconds since 1970."),
    token_type: z.literal("Bearer").optional().describe("Only of an access token."),
    aud: z.string().optional().describe("Audience, only of an access token."),
    iat: z.int().optional().describe("Time of issue in seconds since 1970, only of an access token."),
    jti: z.string().optional().describe("Id of the token, only of an access token."),
  }),
]);
export type Introspection = z.output<typeof Introspection>;

const INACTIVE = { active: false } as const;

/**
 * Returns the state of a token to the confidential client that it was issued to. Unknown, expired and revoked tokens and those of other
 * clients all have the same response.
 *
 * @throws {Failure} `invalid_client`, also for a public client, which can't authenticate; `too_many_requests`
 */
export async function introspectToken(
  { credentials, issuer }: ClientCall,
  token: string,
): Promise<Introspection> {
  const [[storedClient, refresh], access] = await Promise.all([
    findItems([clientRequest(credentials), itemRequest(RefreshToken, { hash: hashToken(token) })]),
    readTokenClaims(token, issuer),
  ]);
  const client = await requireClient(storedClient, credentials);
  if (client.type === "public") throw invalidClient(credentials.usesBasic);
  if (refresh) return introspectRefreshToken(refresh, client, issuer);
  if (access?.client_id !== client.id) return INACTIVE;
  const { grant_id: grantId, ...claims } = access;
  const [grant] = await findItems([itemRequest(GrantItem, { id: grantId })]);
  const scope = scopesOf(client, claims.scope.split(" "));
  return isActive(grant) ? { active: true, token_type: "Bearer", ...claims, scope } : INACTIVE;
}

async function introspectRefreshToken(
  token: z.output<typeof RefreshToken.schema>,
  client: Client,
  issuer: string,
): Promise<Introspection> {
  if (token.clientId !== client.id) return INACTIVE;
  const [family, grant] = await findItems([
    itemRequest(RefreshFamily, { id: token.familyId }),
    itemRequest(GrantItem, { id: token.grantId }),
  ]);
  const isCurrent = family && !hasEnded(family) && [token.hash, token.replaces].includes(family.lastUsed);
  if (!isCurrent || !isActive(grant)) return INACTIVE;
  const expiries = [family.idleUntil, family.endsAt].map((instant) => Date.parse(instant));
  return {
    active: true,
    scope: scopesOf(client, token.scopes),
    client_id: token.clientId,
    sub: String(token.userId),
    iss: issuer,
    exp: Math.floor(Math.min(...expiries) / 1000),
  };
}

/** The scopes of a token that its client still has. */
const scopesOf = (client: Client, scopes: readonly string[]): string =>
  scopes.filter((name) => client.scopes.some((scope) => scope === name)).join(" ");

const isActive = (grant: z.output<typeof GrantItem.schema> | undefined): boolean =>
  grant !== undefined && grant.revokedAt === null && !grant.isLocked;
