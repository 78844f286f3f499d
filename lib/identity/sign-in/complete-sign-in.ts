import type { UserItem } from "#lib/identity/users/entity.ts";
import { log } from "#lib/platform/log.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { rememberDevice } from "./known-device.ts";
import { createSession } from "./session.ts";

/** The tokens for the cookies of a browser after sign-in. `device` is the token of a known browser, or a new one. */
export interface SignedIn {
  session: string;
  device: string;
}

/** How a user has signed in: the token of a known browser, and whether at the operator's OpenID provider. */
interface SignInMethod {
  knownDevice: string | undefined;
  byProvider?: true;
}

/** Creates the session of an authenticated user, and remembers the browser if it is new. */
export async function completeSignIn(
  user: Stored<typeof UserItem>,
  { knownDevice, ...method }: SignInMethod,
): Promise<SignedIn> {
  const session = await createSession(user);
  log("info", "signed_in", { userId: user.id, isKnownDevice: knownDevice !== undefined, ...method });
  return { session, device: knownDevice ?? (await rememberDevice(user)) };
}
