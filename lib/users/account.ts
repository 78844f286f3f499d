import * as z from "zod";
import type { Stored } from "#lib/table/entity.ts";
import type { UserItem } from "./entity.ts";
import { User } from "./schema.ts";

/** A user as an operator sees it: the profile, the lock, and whether there is a password, never its hash. */
export const Account = User.extend({ isLocked: z.boolean(), hasPassword: z.boolean() });
export type Account = z.output<typeof Account>;

/** What an operator may see of a stored user. */
export const accountOf = (user: Stored<typeof UserItem>): Account =>
  Account.parse({ ...user, hasPassword: user.passwordHash !== null });
