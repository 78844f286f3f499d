import { type Caller, requireSystemAdmin, type UserRole } from "#lib/caller.ts";
import { Failure } from "#lib/failures.ts";
import { type Account, accountOf } from "#lib/identity/users/account.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { present } from "#lib/storage/table/condition.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { type Operation, update } from "#lib/storage/table/operations.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { transact } from "#lib/storage/table/write.ts";
import { ApiKeyItem } from "./api-key-entity.ts";
import { GrantItem } from "./grant-entity.ts";
import { getUserWithCredentials, MAX_LIVE_CREDENTIALS } from "./live-credentials.ts";

type StoredUser = Stored<typeof UserItem>;

/** Ends all sessions of a user: they stay invalid after the user is unlocked. */
const END_SESSIONS = { add: { sessionEpoch: 1 } };

/** The rights of a user of which the credentials have copies. */
type Rights = Partial<Pick<StoredUser, "role" | "isLocked" | "organizations">>;

/**
 * The writes that change the rights of a user and their copies on the live API keys and grants, for one transaction. The transaction fails
 * if a credential was created since they were read.
 *
 * @throws {Failure} `not_found`; `conflict` if the user has too many live credentials for one transaction
 */
export async function rightsWrites(
  userId: number,
  change: (user: StoredUser) => Rights,
): Promise<{ user: StoredUser; writes: Operation[] }> {
  const { user, live } = await getUserWithCredentials(userId);
  const { keys, grants } = live;
  if (keys.length + grants.length > MAX_LIVE_CREDENTIALS)
    throw new Failure(
      "conflict",
      `The user has more than ${MAX_LIVE_CREDENTIALS} active API keys and grants. Revoke some first.`,
    );
  const set = change(user);
  const writes = [
    update(UserItem, { id: userId }, { set, ...(set.isLocked && END_SESSIONS), ifVersion: user.version }),
    ...keys.map(({ hash }) => update(ApiKeyItem, { hash }, { set, if: present("pk") })),
    ...grants.map(({ id }) => update(GrantItem, { id }, { set, if: present("pk") })),
  ];
  return { user: { ...user, ...set }, writes };
}

/**
 * Changes the rights of a user, with their copies on the live API keys and grants, in one transaction.
 *
 * @throws {Failure} `not_found`; `conflict` if the user has too many live credentials for one transaction
 */
async function changeRights(userId: number, rights: Rights): Promise<Account> {
  return retryFailedCondition(async () => {
    const { user, writes } = await rightsWrites(userId, () => rights);
    await transact(writes);
    return accountOf(user);
  });
}

/** Locks or unlocks a user and all their credentials, immediately. A lock also ends all sessions permanently. Bookings stay. */
export async function lockUser(caller: Caller, userId: number, isLocked: boolean): Promise<Account> {
  requireSystemAdmin(caller);
  return changeRights(userId, { isLocked });
}

/** Makes a user a system admin or an ordinary user. All their credentials change immediately. */
export async function setRole(caller: Caller, userId: number, role: UserRole): Promise<Account> {
  requireSystemAdmin(caller);
  return changeRights(userId, { role });
}
