import { SignInFailures } from "#lib/identity/sign-in/entity.ts";
import { subjectOfAccount } from "#lib/identity/sign-in/limits.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { hashPassword, matchesPassword } from "#lib/identity/users/password.ts";
import { runAs } from "#lib/platform/actor.ts";
import { sha256 } from "#lib/platform/sha256.ts";
import { equals } from "#lib/storage/table/condition.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { remove, update } from "#lib/storage/table/operations.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { transact } from "#lib/storage/table/write.ts";
import { ResetLinkItem } from "./entity.ts";
import { getResetLink, invalidLink } from "./get.ts";

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
        { set: { usedBy: sha256(formToken) }, if: equals("resetLink", link.resetLink) },
      ),
      remove(SignInFailures, { subject: subjectOfAccount(email) }),
    ];
    await runAs({ userId, credentialId: "reset-link" }, () => transact(writes));
    return { ...user, passwordHash };
  });
}
