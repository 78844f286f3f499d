import { Caller } from "#lib/caller.ts";
import { authorize } from "#lib/identity/authorizer/authorize.ts";
import type { Scope } from "#lib/scopes.ts";
import { authorizerEvent } from "#test/support/calls/gateway-event.ts";
import { type ClientWithSecret, makeClient, makeTokens } from "./oauth.ts";

/** An application with access to a user's account, and the caller of its access token. */
export interface AuthorizedApp {
  made: ClientWithSecret;
  caller: Caller;
}

/** Grants a new application these scopes of a user. */
export async function authorizeApp(user: Caller, scopes: readonly Scope[]): Promise<AuthorizedApp> {
  const made = await makeClient({ name: "Robot", scopes });
  const { access_token: token } = await makeTokens(user, made, { scope: scopes.join(" ") });
  const event = authorizerEvent({ headers: { Authorization: [`Bearer ${token}`] } });
  const { context } = await authorize(event);
  return { made, caller: Caller.parse(JSON.parse(String(context?.["caller"]))) };
}
