import { getItems, itemRequest } from "#lib/table/read.ts";
import { clientRequest, requireClient } from "./authenticate-client.ts";
import { RefreshToken } from "./entity.ts";
import { revokeGrant } from "./grants/writes.ts";
import { hashToken } from "./opaque-token.ts";
import type { TokenCall } from "./redeem-code.ts";
import { readTokenClaims } from "./verify-access-token.ts";

/**
 * Ends the grant a token came of, with all its tokens, at once. A token that is unknown, has ended or is another client's
 * changes nothing and is no failure. RFC 7009 §2. Two round trips.
 */
export async function revokeToken({ credentials, issuer }: TokenCall, token: string): Promise<void> {
  const [[stored, refresh], access] = await Promise.all([
    getItems([clientRequest(credentials), itemRequest(RefreshToken, { hash: hashToken(token) })]),
    readTokenClaims(token, issuer),
  ]);
  const client = await requireClient(stored, credentials);
  const clientId = refresh?.clientId ?? access?.client_id;
  const grantId = refresh?.grantId ?? access?.grant_id;
  if (clientId === client.id && grantId !== undefined) await revokeGrant(grantId);
}
