import type { GrantItem } from "#lib/credentials/grant-entity.ts";
import { issueCodeForGrant } from "#lib/oauth/issue-code.ts";
import type { ValidAuthorizeRequest } from "#lib/oauth/parse-authorize-request.ts";
import type { Stored } from "#lib/table/entity.ts";

/**
 * A code for what the user has allowed the client before, without asking again; undefined when the user has to be asked: for
 * more than that, for a client that anybody can say to be, and where the code would not go to a server (ADR 0022).
 */
export async function rememberedCode(
  { client, request }: ValidAuthorizeRequest,
  grant: Stored<typeof GrantItem> | undefined,
  baseUrl: string,
): Promise<string | undefined> {
  const { scopes, redirectUri, prompt } = request;
  const isAllowed = grant !== undefined && scopes.every((scope) => grant.scopes.includes(scope));
  const isAssured = client.type === "confidential" && goesToServer(redirectUri, baseUrl);
  if (!isAllowed || !isAssured || prompt === "ask") return undefined;
  return issueCodeForGrant(grant, request);
}

/** Any program may listen on a user's own machine. Where the service itself runs there, too, it is the developer's. */
const goesToServer = (redirectUri: string, baseUrl: string): boolean =>
  redirectUri.startsWith("https:") || baseUrl.startsWith("http:");
