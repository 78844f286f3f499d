import { type Caller, requireSystemAdmin } from "#lib/caller.ts";
import { conflictAt, type Failure } from "#lib/failures.ts";
import { nowIso } from "#lib/platform/clock.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { takeIds } from "#lib/storage/table/ids.ts";
import { claimUnique, type Operation, put } from "#lib/storage/table/operations.ts";
import { transact } from "#lib/storage/table/write.ts";
import { type Account, accountOf } from "./account.ts";
import { UserItem } from "./entity.ts";
import type { UserCreate } from "./input.ts";
import { hashPassword } from "./password.ts";

/**
 * Creates a user without a schedule, who can be booked at all hours.
 *
 * @throws {Failure} `conflict` if another user has the email address or the username
 */
export async function createUser(caller: Caller, input: UserCreate): Promise<Account> {
  const user = await prepareUser(caller, input);
  await transact(newUserWrites(user));
  return accountOf(user);
}

/** Returns a new user, with an id and the hash of the password, to be stored by {@link newUserWrites}. */
export async function prepareUser(caller: Caller, input: UserCreate): Promise<Stored<typeof UserItem>> {
  requireSystemAdmin(caller);
  const { password } = input;
  const [[id = 0], passwordHash] = await Promise.all([
    takeIds("user", 1),
    password === undefined ? null : hashPassword(password),
  ]);
  return newUser(id, input, passwordHash);
}

/** The writes that create a user and claim the email address and username. */
export function newUserWrites(user: Stored<typeof UserItem>): Operation[] {
  const { id, email, username } = user;
  return [
    claimUnique({ kind: "email", value: email, owner: id }, alreadyExists("email", email)),
    ...(username === null
      ? []
      : [claimUnique({ kind: "username", value: username, owner: id }, alreadyExists("username", username))]),
    put(UserItem, user),
  ];
}

const alreadyExists = (field: string, value: string): Failure =>
  conflictAt(`#/${field}`, `A user with the ${field} ${value} already exists.`);

function newUser(
  id: number,
  { password: _, ...input }: UserCreate,
  passwordHash: string | null,
): Stored<typeof UserItem> {
  return {
    ...input,
    id,
    passwordHash,
    version: 1,
    isLocked: false,
    emailVerified: null,
    bio: null,
    avatar: null,
    endTime: 1440,
    bufferTime: 0,
    appTheme: null,
    theme: null,
    defaultScheduleId: null,
    hideBranding: false,
    brandColor: null,
    darkBrandColor: null,
    allowDynamicBooking: true,
    createdDate: nowIso(),
    verified: false,
    invitedTo: null,
  };
}
