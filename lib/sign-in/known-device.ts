import { hashBrowserToken, newBrowserToken } from "#lib/pages/browser-token.ts";
import { expiryInDays } from "#lib/platform/clock.ts";
import { put } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { writeOne } from "#lib/table/write.ts";
import { KnownDevice } from "./entity.ts";

/** The longest time for which browsers store a cookie. */
const DAYS = 400;

/** Returns the token of a browser if the user has signed in with it before. */
export async function findKnownDevice(
  token: string | undefined,
  userId: number,
): Promise<string | undefined> {
  if (token === undefined) return undefined;
  const device = await getItem(KnownDevice, { hash: hashBrowserToken(token), userId });
  return device && token;
}

/** Stores that a user has signed in with a browser. Returns the new token of the browser. */
export async function rememberDevice(userId: number): Promise<string> {
  const token = newBrowserToken();
  await writeOne(put(KnownDevice, { hash: hashBrowserToken(token), userId, ttl: expiryInDays(DAYS) }));
  return token;
}
