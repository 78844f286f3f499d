import { timingSafeEqual } from "node:crypto";
import { nowIso } from "#lib/platform/clock.ts";
import { logSecurityEvent } from "#lib/platform/security-event.ts";
import { countAttempt } from "#lib/sign-in/attempt.ts";
import { limitsOfClient } from "#lib/sign-in/limits.ts";
import type { Stored } from "#lib/table/entity.ts";
import { type ItemRequest, itemRequest } from "#lib/table/read.ts";
import { type ClientCredentials, invalidClient } from "./client-credentials.ts";
import { hashClientSecret } from "./client-secret.ts";
import { OAuthClientItem } from "./entity.ts";

/** A stored client. */
export type Client = Stored<typeof OAuthClientItem>;

/** Names the client to read; what can't be an id reads as one that nobody has. */
export const clientWanted = ({ clientId }: ClientCredentials): ItemRequest<typeof OAuthClientItem> =>
  itemRequest(OAuthClientItem, { id: /^[0-9a-f]{64}$/.test(clientId) ? clientId : "none" });

/**
 * Requires that a client is who it says: enabled, a confidential one with one of its secrets, a public one without any. Only
 * failures are counted, after the proof was looked at: so a client that can prove itself goes on however many others fail in its
 * name, and pays no round trip for it. A failure takes two.
 *
 * @throws {Failure} `invalid_client`, the same whatever is wrong; `too_many_requests` in its place once 60 have failed in a minute
 */
export async function requireClient(
  client: Client | undefined,
  credentials: ClientCredentials,
): Promise<Client> {
  if (client && isProven(client, credentials.secret) && client.disabledAt === null) return client;
  logSecurityEvent({ kind: "client.auth_failed", clientId: client?.id ?? "unknown" });
  await countAttempt(limitsOfClient(credentials.clientId));
  throw invalidClient(credentials.usesBasic);
}

function isProven({ type, secrets }: Client, secret: string | undefined): boolean {
  if (type === "public") return secret === undefined;
  if (secret === undefined) return false;
  const hash = Buffer.from(hashClientSecret(secret));
  const live = secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > nowIso());
  return live.filter((known) => timingSafeEqual(Buffer.from(known.hash), hash)).length > 0;
}
