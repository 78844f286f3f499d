import { Caller } from "#lib/caller.ts";
import { authorize } from "#lib/identity/authorizer/authorize.ts";
import { makeKey } from "#test/support/builders/builders.ts";
import { authorizerEvent } from "./gateway-event.ts";

/** Returns a user as the caller that the authorizer finds for a new key. */
export async function getAuthorizedCaller(user: Caller): Promise<Caller> {
  const { key } = await makeKey(user);
  const { context } = await authorize(authorizerEvent({ headers: { Authorization: [`Bearer ${key}`] } }));
  return Caller.parse(JSON.parse(String(context?.["caller"])));
}
