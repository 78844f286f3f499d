import { authorize } from "#lib/authorizer/authorize.ts";
import { Caller } from "#lib/caller.ts";
import type { Scope } from "#lib/scopes.ts";
import { authorizerEvent } from "#test/support/calls/gateway-event.ts";
import { type ClientWithSecret, makeClient, makeTokens } from "./oauth.ts";

/** An application that acts for a user, and the caller its access token stands for. */
export interface AuthorizedApp {
  made: ClientWithSecret;
  caller: Caller;
}

/** Lets a user allow a new application these scopes. */
export async function authorizeApp(user: Caller, scopes: readonly Scope[]): Promise<AuthorizedApp> {
  const made = await makeClient({ name: "Robot", scopes });
  const { access_token: token } = await makeTokens(user, made, { scope: scopes.join(" ") });
  const event = authorizerEvent({ headers: { Authorization: [`Bearer ${token}`] } });
  const { context } = await authorize(event);
  return { made, caller: Caller.parse(JSON.parse(String(context?.["caller"]))) };
}
