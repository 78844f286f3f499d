import { log } from "#lib/platform/log.ts";
import type { Stored } from "#lib/table/entity.ts";
import type { UserItem } from "#lib/users/entity.ts";
import { rememberDevice } from "./known-device.ts";
import { beginSession } from "./session.ts";

/** The tokens a browser keeps once its user has signed in. `device` is the one it had when that is known. */
export interface SignedIn {
  session: string;
  device: string;
}

/** How a user has signed in: with a browser that is known, by its token, and whether at the operator's OpenID provider. */
interface Proof {
  knownDevice: string | undefined;
  byProvider?: true;
}

/** Begins the session of a user who has proved who they are, and remembers a browser that is not known. */
export async function completeSignIn(
  user: Stored<typeof UserItem>,
  { knownDevice, ...how }: Proof,
): Promise<SignedIn> {
  const session = await beginSession(user);
  log("info", "signed_in", { userId: user.id, isKnownDevice: knownDevice !== undefined, ...how });
  return { session, device: knownDevice ?? (await rememberDevice(user.id)) };
}
