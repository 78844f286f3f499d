import { type Caller, requireSystemAdmin } from "#lib/caller.ts";
import { Failure } from "#lib/failures.ts";
import { lockedAccount } from "#lib/identity/sign-in/session.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { UserEmail } from "#lib/identity/users/input.ts";
import { findUserWithEmail } from "#lib/identity/users/read.ts";
import { env } from "#lib/platform/env.ts";
import { sha256 } from "#lib/platform/sha256.ts";
import { ConditionFailed } from "#lib/storage/table/condition-failed.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { put, remove } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { transact } from "#lib/storage/table/write.ts";
import { ProviderLink, ProviderSubject } from "./entity.ts";
import type { Identity } from "./provider.ts";

type User = Stored<typeof UserItem>;

/**
 * Gets the user who is linked to an account at the provider. If there is none, links the user with the verified email address of the
 * account.
 *
 * @throws {Failure} `forbidden`, `user_locked`
 */
export async function getLinkedUser(identity: Identity): Promise<User> {
  const hash = subjectHash(identity);
  const linked = await findItem(ProviderSubject, { hash });
  const user = linked ? await findItem(UserItem, { id: linked.userId }) : await findUserByEmail(identity);
  if (!user) throw noAccount(identity);
  if (user.isLocked) throw lockedAccount();
  if (!linked) await link(user, identity.issuer, hash);
  return user;
}

async function findUserByEmail({ email, email_verified: isVerified }: Identity): Promise<User | undefined> {
  const name = env("OIDC_NAME");
  if (email === undefined)
    throw new Failure("forbidden", `${name} did not send your email address, so you are not signed in.`);
  if (!isVerified)
    throw new Failure(
      "forbidden",
      `${name} has not verified your email address ${email}. Verify it there first, then sign in again.`,
    );
  const parsed = UserEmail.safeParse(email);
  return parsed.success ? findUserWithEmail(parsed.data) : undefined;
}

async function link({ id: userId }: User, issuer: string, hash: string): Promise<void> {
  try {
    await transact([put(ProviderSubject, { hash, userId }), put(ProviderLink, { userId, issuer, hash })]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    // A parallel sign-in of the same person may have linked the user.
    if ((await findItem(ProviderSubject, { hash }))?.userId !== userId) throw linkedToOther();
  }
}

const subjectHash = ({ issuer, subject }: Identity): string => sha256(JSON.stringify([issuer, subject]));

const noAccount = ({ email = "the account you have there" }: Identity): Failure =>
  new Failure("forbidden", `No account exists for ${email}. Ask the operator of this service to create one.`);

const linkedToOther = (): Failure =>
  new Failure(
    "forbidden",
    `The account with your email address is linked to a different ${env("OIDC_NAME")} account. Contact the operator of this service.`,
  );

/** Removes the links of a user to OpenID providers. The next sign-in with the verified email address links the user again. */
export async function unlinkProvider(caller: Caller, userId: number): Promise<void> {
  requireSystemAdmin(caller);
  for (const { issuer, hash } of await queryAll(ProviderLink, { userId }))
    await transact([remove(ProviderLink, { userId, issuer }), remove(ProviderSubject, { hash })]);
}
