import { randomBytes } from "node:crypto";
import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import { Failure, notFound } from "#lib/failures.ts";
import { requirePasswordSignIn } from "#lib/identity/sign-in/password-sign-in.ts";
import { passwordMark } from "#lib/identity/sign-in/session.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { now } from "#lib/platform/clock.ts";
import { sha256 } from "#lib/platform/sha256.ts";
import { update } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { transact } from "#lib/storage/table/write.ts";
import { ResetLinkItem } from "./entity.ts";

/** Path of the page of a link. */
export const RESET = "/account/reset";

/** Seconds until a link expires. */
const EXPIRES_AFTER_SECONDS = 3_600;

/** A new link. The service stores only a hash of its token, so `url` can't be read again. */
export interface ResetLink {
  url: string;
  expiresAt: string;
}

/**
 * Creates a link with which a user can set a new password, once and within an hour. It replaces the user's earlier link.
 *
 * @throws {Failure} `not_found`; `user_locked`; `forbidden` if password sign-in is disabled
 */
export async function createResetLink(caller: Caller, userId: number, baseUrl: string): Promise<ResetLink> {
  requireSystemAdmin(caller);
  requirePasswordSignIn();
  const user = await findItem(UserItem, { id: userId });
  if (!user) throw notFound("User");
  if (user.isLocked) throw new Failure("user_locked", "The user is locked. Unlock the user first.");
  const token = `pr_${userId}_${randomBytes(32).toString("base64url")}`;
  const ttl = Math.floor(now() / 1000) + EXPIRES_AFTER_SECONDS;
  const set = { userId, resetLink: sha256(token), passwordMark: passwordMark(user), ttl };
  await transact([update(ResetLinkItem, { userId }, { set, remove: ["usedBy"] })]);
  return { url: `${baseUrl}${RESET}?token=${token}`, expiresAt: new Date(ttl * 1000).toISOString() };
}
