import { Failure } from "#lib/failures.ts";
import { subjectOfAccount } from "#lib/identity/sign-in/attempts.ts";
import { SignInFailures } from "#lib/identity/sign-in/entity.ts";
import { requirePasswordSignIn } from "#lib/identity/sign-in/password-sign-in.ts";
import { lockedAccount, passwordMark } from "#lib/identity/sign-in/session.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { hashPassword, matchesPassword } from "#lib/identity/users/password.ts";
import { runAs } from "#lib/platform/actor.ts";
import { sha256 } from "#lib/platform/sha256.ts";
import { equals } from "#lib/storage/table/condition.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { remove, update } from "#lib/storage/table/operations.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { transact } from "#lib/storage/table/write.ts";
import { ResetLinkItem } from "./entity.ts";

type User = Stored<typeof UserItem>;

/** A token contains the user's id, so that one round trip reads both items. */
const TOKEN = /^pr_(\d{1,15})_[\w-]{43}$/;

/**
 * Gets a valid link with its user, and whether the form with this token has already used it.
 *
 * @throws {Failure} `forbidden` if password sign-in is disabled; `invalid_request` for an unknown, used, replaced or expired link;
 * `user_locked`
 */
export async function getResetLink(
  token: string,
  formToken?: string,
): Promise<{ user: User; link: Stored<typeof ResetLinkItem>; isUsed: boolean }> {
  requirePasswordSignIn();
  const [, id] = TOKEN.exec(token) ?? [];
  if (id === undefined) throw invalidLink();
  const userId = Number(id);
  const [user, link] = await findItems([
    itemRequest(UserItem, { id: userId }),
    itemRequest(ResetLinkItem, { userId }),
  ]);
  if (!user || link?.resetLink !== sha256(token)) throw invalidLink();
  if (user.isLocked) throw lockedAccount();
  const isUsed = link.passwordMark !== passwordMark(user);
  const isSameForm = formToken !== undefined && link.usedBy === usedBy(formToken, user);
  if (isUsed && !isSameForm) throw invalidLink();
  return { user, link, isUsed };
}

/** The hash of a form that set a password. It contains the password's mark, so that the form ends with the password. */
const usedBy = (formToken: string, user: User): string => sha256(`${formToken} ${passwordMark(user)}`);

/** The failure for all invalid links, the same for every reason. */
const invalidLink = (): Failure =>
  new Failure(
    "invalid_request",
    "The link is incomplete, was already used, was replaced by a newer one, or has expired. A link is valid for one hour. Ask the operator of this service for a new one.",
  );

interface NewPassword {
  token: string;
  password: string;
  /** Token of the form: a form that is sent twice changes the password once and has the same result. */
  formToken: string;
}

/**
 * Sets a new password with a reset link, which can be used once. Ends all sessions of the user, forgets all known browsers, and deletes the
 * failed sign-ins of the account (ADR 0016). Returns the changed user.
 *
 * @throws {Failure} as {@link getResetLink}
 */
export async function resetPassword({
  token,
  password,
  formToken,
}: NewPassword): Promise<Stored<typeof UserItem>> {
  let passwordHash: string | undefined;
  return retryFailedCondition(async () => {
    const { user, link, isUsed } = await getResetLink(token, formToken);
    const { id: userId, version, email } = user;
    if (isUsed) {
      // The form may be sent again with another password, which was not set.
      if (await matchesPassword(password, user.passwordHash)) return user;
      throw invalidLink();
    }
    passwordHash ??= await hashPassword(password);
    const writes = [
      update(UserItem, { id: userId }, { set: { passwordHash }, ifVersion: version }),
      update(
        ResetLinkItem,
        { userId },
        {
          set: { usedBy: usedBy(formToken, { ...user, passwordHash }) },
          if: equals("resetLink", link.resetLink),
        },
      ),
      remove(SignInFailures, { subject: subjectOfAccount(email) }),
    ];
    await runAs({ userId, credentialId: "reset-link" }, () => transact(writes));
    return { ...user, passwordHash };
  });
}
