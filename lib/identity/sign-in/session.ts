import { hashBrowserToken, newBrowserToken } from "#lib/entry/pages/browser-token.ts";
import { Failure, notFound } from "#lib/failures.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { now } from "#lib/platform/clock.ts";
import { sha256 } from "#lib/platform/sha256.ts";
import { present } from "#lib/storage/table/condition.ts";
import { ignoreFailedCondition } from "#lib/storage/table/condition-failed.ts";
import { decode, type Stored } from "#lib/storage/table/entity.ts";
import { put, remove, update } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { SessionItem } from "./entity.ts";

/** Seconds after which an unused session expires, and after which every session expires. */
const IDLE_SECONDS = 1_800;
const MAX_SECONDS = 43_200;
/** Minimum change of the expiry, in seconds, that is written. */
const STEP_SECONDS = 60;

/** Seconds for which a sign-in is recent. */
const RECENT_SECONDS = 600;

type User = Stored<typeof UserItem>;
export type Session = Stored<typeof SessionItem>;

const seconds = (): number => Math.floor(now() / 1000);

/** Creates a session of a user. Returns its token, which replaces any earlier token of the browser. */
export async function createSession(user: User): Promise<string> {
  const token = newBrowserToken();
  const session = {
    hash: hashBrowserToken(token),
    userId: user.id,
    passwordMark: passwordMark(user),
    endsAt: seconds() + MAX_SECONDS,
    ttl: seconds() + IDLE_SECONDS,
  };
  await writeOne(put(SessionItem, session));
  return token;
}

/** Finds the session with a token. It may have ended: see {@link findUserOfSession}. */
export const findSession = (token: string): Promise<Session | undefined> =>
  findItem(SessionItem, { hash: hashBrowserToken(token) });

/**
 * Finds the user of a session, and extends the session. Returns undefined if the user is locked, has a new password, or has ended all
 * sessions.
 */
export async function findUserOfSession(session: Session): Promise<User | undefined> {
  const user = await findItem(UserItem, { id: session.userId });
  if (!user || user.isLocked || passwordMark(user) !== session.passwordMark) return undefined;
  return (await extend(session)) ? user : undefined;
}

/** A signed-in user, and the session. */
export interface SignIn {
  user: User;
  session: Session;
}

/** Finds the user who is signed in with a token. */
export async function findSignIn(token: string): Promise<SignIn | undefined> {
  const session = await findSession(token);
  const user = session && (await findUserOfSession(session));
  return user && { user, session };
}

/** Whether the user of a session signed in less than ten minutes ago. Required to create credentials that outlive the session. */
export const isRecent = ({ endsAt }: Session): boolean => endsAt - MAX_SECONDS > seconds() - RECENT_SECONDS;

/** Ends a session; its token is no longer valid. */
export const endSession = async (token: string): Promise<void> => {
  await writeOne(remove(SessionItem, { hash: hashBrowserToken(token) }));
};

/** Extends a session that is used. Returns false if it was ended in the meantime. */
async function extend({ hash, endsAt, ttl: oldTtl }: Session): Promise<boolean> {
  const ttl = Math.min(seconds() + IDLE_SECONDS, endsAt);
  if (ttl - oldTtl < STEP_SECONDS) return true;
  return ignoreFailedCondition(writeOne(update(SessionItem, { hash }, { set: { ttl }, if: present("pk") })));
}

/** A hash that changes with the password, with `endSessions` and with a lock. */
export const passwordMark = ({ passwordHash, sessionEpoch }: User): string =>
  sha256(`${passwordHash ?? ""}${sessionEpoch ?? ""}`);

/**
 * Ends all sessions of a user immediately and forgets all known browsers, as a new password does. API keys and the access of applications
 * stay valid. Returns the changed user.
 *
 * @throws {Failure} `not_found`
 */
export async function endSessions(userId: number): Promise<Stored<typeof UserItem>> {
  const change = { add: { sessionEpoch: 1 }, if: present("pk"), failure: notFound("User") };
  const user = decode(UserItem, await writeOne(update(UserItem, { id: userId }, change)));
  if (!user) throw notFound("User");
  return user;
}

/** The failure of a locked user. Only for users who have authenticated, so that others do not learn of the lock. */
export const lockedAccount = (): Failure =>
  new Failure("user_locked", "This account is locked. Contact the operator of this service.");
