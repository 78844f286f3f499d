import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { Failure } from "#lib/failures.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { logSecurityEvent } from "#lib/platform/security-event.ts";
import { countAttempt } from "#lib/sign-in/attempt.ts";
import { limitsOfClient } from "#lib/sign-in/limits.ts";
import type { Stored } from "#lib/table/entity.ts";
import { type ItemRequest, itemRequest } from "#lib/table/read.ts";
import { OAuthClientItem } from "./entity.ts";

/** Who a client says it is, and how it proves it. */
export interface ClientCredentials {
  clientId: string;
  secret: string | undefined;
  usesBasic: boolean;
}

/** A call of a client at an issuer. */
export interface ClientCall {
  credentials: ClientCredentials;
  issuer: string;
}

/** The fields of a body with which a client authenticates. */
export interface ClientFields {
  client_id?: string | undefined;
  client_secret?: string | undefined;
}

/**
 * The credentials of a client, in the body or by HTTP Basic, never both (RFC 6749 §2.3).
 *
 * @throws {Failure} `invalid_client` when there are none, `invalid_request` when there are two
 */
export function clientCredentials(
  fields: ClientFields,
  authorization: string | undefined,
): ClientCredentials {
  const basic = authorization === undefined ? undefined : basicIn(authorization);
  const { client_id: clientId, client_secret: secret } = fields;
  if (!basic) {
    if (clientId === undefined)
      throw invalidClient(
        false,
        "The client_id is missing. Send the client credentials with HTTP Basic or in the body.",
      );
    return { clientId, secret, usesBasic: false };
  }
  const isOther = clientId !== undefined && clientId !== basic.clientId;
  if (secret !== undefined || isOther)
    throw new Failure(
      "invalid_request",
      "Send the client credentials either with HTTP Basic or in the body, not both.",
    );
  return { ...basic, usesBasic: true };
}

/** The failure of a client that could not prove who it is; its challenge names what it tried (RFC 6749 §5.2). */
export const invalidClient = (
  usesBasic: boolean,
  detail = "The client is unknown or disabled, or the client secret is wrong.",
): Failure =>
  new Failure(
    "invalid_client",
    detail,
    usesBasic ? { headers: { "WWW-Authenticate": 'Basic realm="oauth", charset="UTF-8"' } } : {},
  );

/** Id and secret are encoded as in a form before they are joined (RFC 6749 §2.3.1). */
function basicIn(authorization: string): Pick<ClientCredentials, "clientId" | "secret"> | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization) ?? [];
  if (encoded === undefined) {
    if (/^Basic\b/i.test(authorization)) throw invalidClient(true);
    return undefined;
  }
  const text = Buffer.from(encoded, "base64").toString();
  const colon = text.indexOf(":");
  const [clientId, secret] = [text.slice(0, Math.max(0, colon)), text.slice(colon + 1)].map(formDecoded);
  if (colon < 0 || !clientId || secret === undefined) throw invalidClient(true);
  return { clientId, secret: secret === "" ? undefined : secret };
}

function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

/** A stored client. */
export type Client = Stored<typeof OAuthClientItem>;

/** Names the client to read; what can't be an id reads as one that nobody has. */
export const clientRequest = ({ clientId }: ClientCredentials): ItemRequest<typeof OAuthClientItem> =>
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
  if (client && hasValidSecret(client, credentials.secret) && client.disabledAt === null) return client;
  logSecurityEvent({ kind: "client.auth_failed", clientId: client?.id ?? "unknown" });
  await countAttempt(limitsOfClient(credentials.clientId));
  throw invalidClient(credentials.usesBasic);
}

function hasValidSecret({ type, secrets }: Client, secret: string | undefined): boolean {
  if (type === "public") return secret === undefined;
  if (secret === undefined) return false;
  const hash = Buffer.from(hashClientSecret(secret));
  const live = secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > nowIso());
  return live.filter((known) => timingSafeEqual(Buffer.from(known.hash), hash)).length > 0;
}

/** A new client id or client secret: 256 random bits in hex. */
export const newHexToken = (): string => randomBytes(32).toString("hex");

/** What is stored of a client secret. A fast hash is enough for 256 random bits. */
export const hashClientSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");
