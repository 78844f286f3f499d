import * as z from "zod";
import { type Caller, isSystemAdmin } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { listOfKind } from "#lib/storage/lists/list-of-kind.ts";
import { listOfPartition } from "#lib/storage/lists/list-of-partition.ts";
import type { ListSource } from "#lib/storage/lists/source.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { findUniqueOwner } from "#lib/storage/table/unique.ts";
import { UserItem } from "./entity.ts";
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
  const isVisible = id === caller.userId || isSystemAdmin(caller);
  const user = id !== undefined && isVisible ? await findItem(UserItem, { id }) : undefined;
  if (!user) throw notFound("User");
  return user;
}

/** Finds the id of the user in a path; undefined if the username does not exist. */
export async function userIdOf({ userId }: Caller, reference: string): Promise<number | undefined> {
  if (reference === "me") return userId;
  if (/^\d{1,15}$/.test(reference)) return Number(reference);
  return findUniqueOwner({ kind: "username", value: reference });
}

/** Lists the users that the caller can access, by id: themselves; all for a system admin. */
export const listVisibleUsers = (caller: Caller): ListSource<Stored<typeof UserItem>> =>
  isSystemAdmin(caller)
    ? listOfKind(UserItem, "user")
    : listOfPartition(UserItem, { id: caller.userId }, { render: (user) => user });
