import { type Caller, requireSystemAdmin } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { enumerateAll } from "#lib/storage/table/enumerate.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { findUniqueOwner } from "#lib/storage/table/unique.ts";
import { type Account, accountOf } from "./account.ts";
import { UserItem } from "./entity.ts";
import type { UserEmail } from "./input.ts";

/**
 * Gets a user by id or by email.
 *
 * @throws {Failure} `not_found`
 */
export async function getUser(caller: Caller, by: { id: number } | { email: UserEmail }): Promise<Account> {
  requireSystemAdmin(caller);
  const user = "id" in by ? await findItem(UserItem, by) : await findUserWithEmail(by.email);
  if (!user) throw notFound("User");
  return accountOf(user);
}

/** Finds the stored user with an email address. */
export async function findUserWithEmail(email: UserEmail): Promise<Stored<typeof UserItem> | undefined> {
  const id = await findUniqueOwner({ kind: "email", value: email });
  return id === undefined ? undefined : findItem(UserItem, { id });
}

/** Lists all users by id. */
export async function listUsers(caller: Caller): Promise<Account[]> {
  requireSystemAdmin(caller);
  return (await enumerateAll(UserItem, "user")).map(accountOf);
}

/** Gets the caller's own user. */
export async function getProfile({ userId }: Caller): Promise<Stored<typeof UserItem>> {
  const user = await findItem(UserItem, { id: userId });
  if (!user) throw notFound("User");
  return user;
}
