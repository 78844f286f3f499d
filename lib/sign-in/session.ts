import { hashBrowserToken, newBrowserToken } from "#lib/pages/browser-token.ts";
import { now } from "#lib/platform/clock.ts";
import { sha256 } from "#lib/platform/sha256.ts";
import { present } from "#lib/table/condition.ts";
import { ignoreFailedCondition } from "#lib/table/condition-failed.ts";
import type { Stored } from "#lib/table/entity.ts";
import { put, remove, update } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { writeOne } from "#lib/table/write.ts";
import { UserItem } from "#lib/users/entity.ts";
import { SessionItem } from "./entity.ts";

/** Seconds a session lives unused, and at most. */
const IDLE_SECONDS = 1_800;
const LONGEST_SECONDS = 43_200;
/** Seconds by which its end has to move before that is written. */
const STEP_SECONDS = 60;

/** Seconds after a sign-in in which it counts as recent. */
const RECENT_SECONDS = 600;

type User = Stored<typeof UserItem>;
export type Session = Stored<typeof SessionItem>;

const seconds = (): number => Math.floor(now() / 1000);

/** Begins a session of a user under a new token, for the browser to keep; any token it had before is worth nothing. */
export async function beginSession(user: User): Promise<string> {
  const token = newBrowserToken();
  const session = {
    hash: hashBrowserToken(token),
    userId: user.id,
    passwordMark: passwordMark(user),
    endsAt: seconds() + LONGEST_SECONDS,
    ttl: seconds() + IDLE_SECONDS,
  };
  await writeOne(put(SessionItem, session));
  return token;
}

/** The session of a token; undefined when there is none. Its user may not be signed in any longer. One round trip. */
export const findSession = (token: string): Promise<Session | undefined> =>
  getItem(SessionItem, { hash: hashBrowserToken(token) });

/**
 * The user who is signed in with a session; undefined when the user is locked, or has another password by now, or all sessions were
 * ended. One round trip, and a second once a minute.
 */
export async function userOfSession(session: Session): Promise<User | undefined> {
  const user = await getItem(UserItem, { id: session.userId });
  if (!user || user.isLocked || passwordMark(user) !== session.passwordMark) return undefined;
  return (await prolong(session)) ? user : undefined;
}

/** The user who is signed in with a token; undefined when nobody is. Two round trips, and a third once a minute. */
export async function sessionUser(token: string): Promise<User | undefined> {
  const session = await findSession(token);
  return session && userOfSession(session);
}

/** Whether the user of a session signed in a few minutes ago, as before creating what lasts longer than the session. */
export const isRecent = ({ endsAt }: Session): boolean =>
  endsAt - LONGEST_SECONDS > seconds() - RECENT_SECONDS;

/** Ends a session; its token is no longer valid. */
export const endSession = async (token: string): Promise<void> => {
  await writeOne(remove(SessionItem, { hash: hashBrowserToken(token) }));
};

/** Moves the end of a session that is used; false when it was ended in the meantime. */
async function prolong({ hash, endsAt, ttl: before }: Session): Promise<boolean> {
  const ttl = Math.min(seconds() + IDLE_SECONDS, endsAt);
  if (ttl - before < STEP_SECONDS) return true;
  return ignoreFailedCondition(writeOne(update(SessionItem, { hash }, { set: { ttl }, if: present("pk") })));
}

/** Differs after every new password and after `endSessions`. */
export const passwordMark = ({ passwordHash, sessionEpoch }: User): string =>
  sha256(`${passwordHash ?? ""}${sessionEpoch ?? ""}`);
