import { hashBrowserToken, newBrowserToken } from "#lib/entry/pages/browser-token.ts";
import type { UserItem } from "#lib/identity/users/entity.ts";
import { expiryInDays } from "#lib/platform/clock.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { put } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { KnownDevice } from "./entity.ts";
import { passwordMark } from "./session.ts";

/** The longest time for which browsers store a cookie. */
const DAYS = 400;

/**
 * Returns the token of a browser if the user has signed in with it since the last new password, sign-out everywhere and lock. Makes the
 * same read without a user.
 */
export async function findKnownDevice(
  token: string | undefined,
  user: Stored<typeof UserItem> | undefined,
): Promise<string | undefined> {
  if (token === undefined) return undefined;
  const device = await findItem(KnownDevice, { hash: hashBrowserToken(token), userId: user?.id ?? NOBODY });
  return user && device?.passwordMark === passwordMark(user) ? token : undefined;
}

/** Stores that a user has signed in with a browser. Returns the new token of the browser. */
export async function rememberDevice(user: Stored<typeof UserItem>): Promise<string> {
  const token = newBrowserToken();
  const device = { hash: hashBrowserToken(token), userId: user.id, passwordMark: passwordMark(user) };
  await writeOne(put(KnownDevice, { ...device, ttl: expiryInDays(DAYS) }));
  return token;
}

/** An id that no user has. */
export const NOBODY = 0;
