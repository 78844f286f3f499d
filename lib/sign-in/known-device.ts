import { hashBrowserToken, newBrowserToken } from "#lib/pages/browser-token.ts";
import { expiryInDays } from "#lib/platform/clock.ts";
import { put } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { writeOne } from "#lib/table/write.ts";
import { KnownDevice } from "./entity.ts";

/** As long as browsers keep a cookie. */
const DAYS = 400;

/** Whether a user has signed in with this browser before. */
export async function isKnownDevice(token: string, userId: number): Promise<boolean> {
  return (await getItem(KnownDevice, { hash: hashBrowserToken(token), userId })) !== undefined;
}

/** Remembers the browser of a user who has just signed in; answers the token it keeps. */
export async function rememberDevice(userId: number): Promise<string> {
  const token = newBrowserToken();
  await writeOne(put(KnownDevice, { hash: hashBrowserToken(token), userId, ttl: expiryInDays(DAYS) }));
  return token;
}
