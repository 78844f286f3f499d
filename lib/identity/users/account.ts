import * as z from "zod";
import type { Stored } from "#lib/storage/table/entity.ts";
import type { UserItem } from "./entity.ts";
import { User } from "./schema.ts";

/** A user for operators: the profile, whether the user is locked, and whether there is a password. */
export const Account = User.extend({ isLocked: z.boolean(), hasPassword: z.boolean() });
export type Account = z.output<typeof Account>;

/** Converts a stored user to an account. */
export const accountOf = (user: Stored<typeof UserItem>): Account =>
  Account.parse({ ...user, hasPassword: user.passwordHash !== null });
