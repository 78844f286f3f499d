import { Failure } from "#lib/failures.ts";
import { hashBrowserToken, newBrowserToken } from "#lib/pages/browser-token.ts";
import { now } from "#lib/platform/clock.ts";
import { present } from "#lib/table/condition.ts";
import { put, remove } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { writeOne } from "#lib/table/write.ts";
import { PendingSignIn } from "./entity.ts";

/** Seconds somebody may take at the provider. */
const LIFE_SECONDS = 600;

/** Remembers that a browser has been sent to the provider, and what is to go on afterwards; answers the `state`. */
export async function keepPending(browserToken: string, query: string): Promise<string> {
  const state = newBrowserToken();
  const pending = {
    hash: hashBrowserToken(state),
    browser: hashBrowserToken(browserToken),
    query,
    ttl: Math.floor(now() / 1000) + LIFE_SECONDS,
  };
  await writeOne(put(PendingSignIn, pending));
  return state;
}

/**
 * Ends what waits under a `state`, once, and only for the browser it was begun in; answers what goes on.
 *
 * @throws {Failure} `forbidden`
 */
export async function claimPending(browserToken: string, state: string): Promise<string> {
  const hash = hashBrowserToken(state);
  const pending = await getItem(PendingSignIn, { hash });
  if (pending?.browser !== hashBrowserToken(browserToken)) throw refused();
  await writeOne(remove(PendingSignIn, { hash }, { if: present("pk"), failure: refused() }));
  return pending.query;
}

const refused = (): Failure =>
  new Failure(
    "forbidden",
    "This sign-in was started in another browser, has expired or was already used. Go back to the application and start again.",
  );
