import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { readTokenClaims } from "./access-token.ts";
import { type ClientCall, clientRequest, requireClient } from "./authenticate-client.ts";
import { RefreshToken } from "./entity.ts";
import { revokeGrant } from "./grants/writes.ts";
import { hashToken } from "./opaque-token.ts";

/**
 * Revokes the grant of a token, with all its tokens. Does nothing for unknown and expired tokens and for those of another client (RFC 7009
 * §2).
 *
 * @throws {Failure} `invalid_client`, `too_many_requests`
 */
export async function revokeToken({ credentials, issuer }: ClientCall, token: string): Promise<void> {
  const [[storedClient, refresh], access] = await Promise.all([
    findItems([clientRequest(credentials), itemRequest(RefreshToken, { hash: hashToken(token) })]),
    readTokenClaims(token, issuer),
  ]);
  const client = await requireClient(storedClient, credentials);
  const clientId = refresh?.clientId ?? access?.client_id;
  const grantId = refresh?.grantId ?? access?.grant_id;
  if (clientId === client.id && grantId !== undefined) await revokeGrant(grantId);
}
