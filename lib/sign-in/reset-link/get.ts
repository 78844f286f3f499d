import { Failure } from "#lib/failures.ts";
import { sha256 } from "#lib/platform/sha256.ts";
import { lockedAccount } from "#lib/sign-in/locked-account.ts";
import { passwordMark } from "#lib/sign-in/session.ts";
import type { Stored } from "#lib/table/entity.ts";
import { getItems, itemRequest } from "#lib/table/read.ts";
import { UserItem } from "#lib/users/entity.ts";
import { ResetLinkItem } from "./entity.ts";

type User = Stored<typeof UserItem>;

/** The user's id is part of the token, so that one read finds both items. */
const TOKEN = /^pr_(\d{1,15})_[\w-]{43}$/;

/**
 * Gets the user of a valid link, and whether the form with this token has used it already. One round trip.
 *
 * @throws {Failure} `invalid_request` for an unknown, used, replaced or expired link; `user_locked`
 */
export async function getResetLink(
  token: string,
  formToken?: string,
): Promise<{ user: User; isUsed: boolean }> {
  const [, id] = TOKEN.exec(token) ?? [];
  if (id === undefined) throw invalidLink();
  const userId = Number(id);
  const [user, link] = await getItems([
    itemRequest(UserItem, { id: userId }),
    itemRequest(ResetLinkItem, { userId }),
  ]);
  if (!user || link?.resetLink !== sha256(token)) throw invalidLink();
  const isUsed = link.passwordMark !== passwordMark(user);
  const isSameForm = formToken !== undefined && link.usedBy === sha256(formToken);
  if (isUsed && !isSameForm) throw invalidLink();
  if (user.isLocked) throw lockedAccount();
  return { user, isUsed };
}

/** The failure of every link that can't be used, whatever the reason. */
export const invalidLink = (): Failure =>
  new Failure(
    "invalid_request",
    "The link is incomplete, was already used, was replaced by a newer one, or has expired. A link is valid for one hour. Ask the operator of this service for a new one.",
  );
