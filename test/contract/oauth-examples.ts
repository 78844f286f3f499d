import type { Caller } from "#lib/caller.ts";
import { findGrant } from "#lib/identity/oauth/grants/read.ts";
import {
  type ClientWithSecret,
  makeClient,
  makeCode,
  makeTokens,
  REDIRECT_URI,
} from "#test/support/builders/oauth.ts";
import type { Example } from "./subject.ts";

const ownFields = ({ client, secret = "" }: ClientWithSecret) => ({
  client_id: client.id,
  client_secret: secret,
});

/** The token request of a client of the owner, with a new code. */
export async function codeRequest(owner: Caller, made?: ClientWithSecret) {
  const client = made ?? (await makeClient());
  const code = await makeCode(owner, client.client);
  return { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI, ...ownFields(client) };
}

async function refreshRequest(owner: Caller) {
  const made = await makeClient();
  const { refresh_token } = await makeTokens(owner, made);
  return { grant_type: "refresh_token", refresh_token, ...ownFields(made) };
}

async function tokenOf(owner: Caller) {
  const { refresh_token: token, client_id, client_secret } = await refreshRequest(owner);
  return { token, client_id, client_secret };
}

async function grantOf(owner: Caller): Promise<{ id: string }> {
  const { client } = await makeClient();
  await makeCode(owner, client);
  const grant = await findGrant(owner.userId, client.id);
  return { id: grant?.id ?? "" };
}

/** Examples of the endpoints of applications. */
export const OAUTH_EXAMPLES: Record<string, Example> = {
  "me.grants.get": { path: grantOf },
  "me.grants.delete": { path: grantOf },
  "oauth.token": { body: codeRequest },
  "oauth.refresh-token": { body: refreshRequest },
  "oauth.revoke": { body: tokenOf },
  "oauth.introspect": { body: tokenOf },
};
