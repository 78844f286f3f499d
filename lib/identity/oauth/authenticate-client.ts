import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { Failure } from "#lib/failures.ts";
import { countAttempt, limitsOfClient } from "#lib/identity/sign-in/attempts.ts";
import { nowIso } from "#lib/platform/clock.ts";
import { logSecurityEvent } from "#lib/platform/security-event.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { type ItemRequest, itemRequest } from "#lib/storage/table/read.ts";
import { OAuthClientItem } from "./entity.ts";

/** The credentials that a client sent. */
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
 * Returns the credentials of a client, from the body or from HTTP Basic (RFC 6749 §2.3).
 *
 * @throws {Failure} `invalid_client` if they are missing or malformed; `invalid_request` if both have some
 */
export function clientCredentials(
  fields: ClientFields,
  authorization: string | undefined,
): ClientCredentials {
  const basic = authorization === undefined ? undefined : parseBasic(authorization);
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

/** The failure of a client that is not authenticated, with a challenge if it used HTTP Basic (RFC 6749 §5.2). */
export const invalidClient = (
  usesBasic: boolean,
  detail = "The client is unknown or disabled, or the client secret is wrong.",
): Failure =>
  new Failure(
    "invalid_client",
    detail,
    usesBasic ? { headers: { "WWW-Authenticate": 'Basic realm="oauth", charset="UTF-8"' } } : {},
  );

/** Parses HTTP Basic. Id and secret are form-encoded (RFC 6749 §2.3.1). */
function parseBasic(authorization: string): Pick<ClientCredentials, "clientId" | "secret"> | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization) ?? [];
  if (encoded === undefined) {
    if (/^Basic\b/i.test(authorization)) throw invalidClient(true);
    return undefined;
  }
  const text = Buffer.from(encoded, "base64").toString();
  const colon = text.indexOf(":");
  const [clientId, secret] = [text.slice(0, Math.max(0, colon)), text.slice(colon + 1)].map(decodeFormValue);
  if (colon < 0 || !clientId || secret === undefined) throw invalidClient(true);
  return { clientId, secret: secret === "" ? undefined : secret };
}

function decodeFormValue(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

/** A stored client. */
export type Client = Stored<typeof OAuthClientItem>;

/** The request that reads a client. A malformed id is replaced by one that no client has, so that any text can be used as a key. */
export const clientRequest = ({ clientId }: ClientCredentials): ItemRequest<typeof OAuthClientItem> =>
  itemRequest(OAuthClientItem, { id: /^[0-9a-f]{64}$/.test(clientId) ? clientId : "none" });

/**
 * Authenticates a client: it must exist and be enabled; a confidential client must send one of its secrets, a public one none. Failures are
 * counted after the check, so that requests with wrong secrets do not lock out the client, and a successful request takes no round trip. A
 * failed one takes two.
 *
 * @throws {Failure} `invalid_client`, with the same text for every reason; `too_many_requests` after 60 failures in a minute
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

function hasValidSecret({ type, secrets }: Client, sent: string | undefined): boolean {
  if (type === "public") return sent === undefined;
  if (sent === undefined) return false;
  const hash = Buffer.from(hashClientSecret(sent));
  const live = secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > nowIso());
  return live.filter((secret) => timingSafeEqual(Buffer.from(secret.hash), hash)).length > 0;
}

/** Creates a client id or client secret: 256 random bits in hex. */
export const newHexToken = (): string => randomBytes(32).toString("hex");

/** The stored hash of a client secret. A fast hash is enough for 256 random bits. */
export const hashClientSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");
