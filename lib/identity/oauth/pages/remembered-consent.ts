import type { GrantItem } from "#lib/identity/credentials/grant-entity.ts";
import { hasScopes } from "#lib/identity/oauth/grants/has-scopes.ts";
import { issueCodeForGrant } from "#lib/identity/oauth/issue-code.ts";
import type { ValidAuthorizeRequest } from "#lib/identity/oauth/parse-authorize-request.ts";
import type { Stored } from "#lib/storage/table/entity.ts";

/**
 * Issues a code without asking the user again. Returns undefined if the user must be asked: for new scopes, for a public client, which
 * anyone can impersonate, and for a redirect URI that is not on a server (ADR 0022).
 */
export async function rememberedCode(
  { client, request }: ValidAuthorizeRequest,
  grant: Stored<typeof GrantItem> | undefined,
  baseUrl: string,
): Promise<string | undefined> {
  const { scopes, redirectUri, prompt } = request;
  const isAuthenticClient = client.type === "confidential" && isOnServer(redirectUri, baseUrl);
  if (!hasScopes(grant, scopes) || !isAuthenticClient || prompt === "ask") return undefined;
  return issueCodeForGrant(grant, request);
}

/** On http loopback, any program on the user's machine can receive the code. Accepted only if the service runs there, too. */
const isOnServer = (redirectUri: string, baseUrl: string): boolean =>
  redirectUri.startsWith("https:") || baseUrl.startsWith("http:");
