import * as z from "zod";
import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { oneOrMore } from "#lib/platform/one-or-more.ts";
import { listOfKind } from "#lib/storage/lists/list-of-kind.ts";
import { listOfPartition } from "#lib/storage/lists/list-of-partition.ts";
import type { ListSource } from "#lib/storage/lists/source.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItem, findItems, itemRequest } from "#lib/storage/table/read.ts";
import { findUniqueOwner, UniqueItem } from "#lib/storage/table/unique.ts";
import { UserItem } from "./entity.ts";
import { UserEmail } from "./input.ts";
import { LONGEST_USERNAME, USERNAME } from "./username.ts";

/** A user in a path: an id, a username or `me`. Digits are an id. */
export const UserReference = z
  .string()
  .max(LONGEST_USERNAME)
  .toLowerCase()
  .regex(USERNAME, "must be an id, a username or `me`")
  .describe("Id or username of the user; `me` for the caller.")
  .meta({ example: "me" });

/**
 * Gets a user that the caller can access: themselves; any for a system admin.
 *
 * @throws {Failure} `not_found`
 */
export async function getVisibleUser(caller: Caller, reference: string): Promise<Stored<typeof UserItem>> {
  const id = await userIdOf(caller, reference);
  const user = id !== undefined && isVisible(caller, id) ? await findItem(UserItem, { id }) : undefined;
  if (!user) throw notFound("User");
  return user;
}

const isVisible = (caller: Caller, id: number): boolean => id === caller.userId || isSystemAdmin(caller);

/** Finds the id of the user in a path; undefined if the username does not exist. */
export async function userIdOf({ userId }: Caller, reference: string): Promise<number | undefined> {
  if (reference === "me") return userId;
  if (/^\d{1,15}$/.test(reference)) return Number(reference);
  return findUniqueOwner({ kind: "username", value: reference });
}

/** The query of the list of users, without the parameters of pages. */
export const UserFilter = z.object({
  email: oneOrMore(UserEmail, "must be an email address")
    .optional()
    .describe("Only users with one of these email addresses; case-insensitive."),
});
export type UserFilter = z.output<typeof UserFilter>;

/** Lists the users that the caller can access, by id: themselves; all for a system admin. */
export function listVisibleUsers(
  caller: Caller,
  { email }: UserFilter = {},
): ListSource<Stored<typeof UserItem>> {
  if (email) return listUsersWithEmails(caller, email);
  return isSystemAdmin(caller)
    ? listOfKind(UserItem, "user")
    : listOfPartition(UserItem, { id: caller.userId }, { render: (user) => user });
}

/** Each address has at most one user, so the whole list is read for every request. */
function listUsersWithEmails(caller: Caller, emails: readonly string[]): ListSource<Stored<typeof UserItem>> {
  const readUsers = async () => {
    const addresses = [...new Set(emails)];
    const uniques = await findItems(
      addresses.map((value) => itemRequest(UniqueItem, { kind: "email", value })),
    );
    const users = await findItems(
      uniques.map((unique) =>
        typeof unique?.owner === "number" && isVisible(caller, unique.owner)
          ? itemRequest(UserItem, { id: unique.owner })
          : undefined,
      ),
    );
    return users.filter((user) => user !== undefined).sort((one, other) => one.id - other.id);
  };
  // A page and the count are of the same users, which are read once.
  let reading: ReturnType<typeof readUsers> | undefined;
  const find = () => {
    reading ??= readUsers();
    return reading;
  };
  return {
    async *read({ after = "0" }) {
      yield (await find()).filter(({ id }) => id > Number(after));
    },
    positionOf: ({ id }) => String(id),
    count: async () => (await find()).length,
  };
}
