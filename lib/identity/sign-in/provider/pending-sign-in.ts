import { hashBrowserToken, newBrowserToken } from "#lib/entry/pages/browser-token.ts";
import { Failure } from "#lib/failures.ts";
import { now } from "#lib/platform/clock.ts";
import { present } from "#lib/storage/table/condition.ts";
import { put, remove } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { transact, writeOne } from "#lib/storage/table/write.ts";
import { PendingSignIn } from "./entity.ts";

/** Seconds until a sign-in at the provider expires. */
const EXPIRES_AFTER_SECONDS = 600;

/** Stores that a browser was redirected to the provider, with the query of the page to return to. Returns the `state`. */
export async function createPendingSignIn(browserToken: string, query: string): Promise<string> {
  const state = newBrowserToken();
  const pending = {
    hash: hashBrowserToken(state),
    browser: hashBrowserToken(browserToken),
    query,
    ttl: Math.floor(now() / 1000) + EXPIRES_AFTER_SECONDS,
  };
  await writeOne(put(PendingSignIn, pending));
  return state;
}

/**
 * Deletes the pending sign-in with a `state`, and returns its query. Works once, and only in the browser that started the sign-in.
 *
 * @throws {Failure} `forbidden`
 */
export async function redeemPendingSignIn(browserToken: string, state: string): Promise<string> {
  const hash = hashBrowserToken(state);
  const pending = await findItem(PendingSignIn, { hash });
  if (pending?.browser !== hashBrowserToken(browserToken)) throw invalidSignIn();
  // In a transaction: its repetition after a lost response succeeds.
  await transact([remove(PendingSignIn, { hash }, { if: present("pk"), failure: invalidSignIn() })]);
  return pending.query;
}

const invalidSignIn = (): Failure =>
  new Failure(
    "forbidden",
    "This sign-in was started in another browser, has expired or was already used. Go back to the application and start again.",
  );
