import { Failure } from "#lib/failures.ts";
import { lockedAccount } from "#lib/identity/sign-in/locked-account.ts";
import { requirePasswordSignIn } from "#lib/identity/sign-in/password-sign-in.ts";
import { passwordMark } from "#lib/identity/sign-in/session.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { sha256 } from "#lib/platform/sha256.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
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
  const isUsed = link.passwordMark !== passwordMark(user);
  const isSameForm = formToken !== undefined && link.usedBy === sha256(formToken);
  if (isUsed && !isSameForm) throw invalidLink();
  if (user.isLocked) throw lockedAccount();
  return { user, link, isUsed };
}

/** The failure for all invalid links, the same for every reason. */
export const invalidLink = (): Failure =>
  new Failure(
    "invalid_request",
    "The link is incomplete, was already used, was replaced by a newer one, or has expired. A link is valid for one hour. Ask the operator of this service for a new one.",
  );
