import { Failure } from "#lib/failures.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { present } from "#lib/storage/table/condition.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { type Operation, update } from "#lib/storage/table/operations.ts";
import { ApiKeyItem } from "./api-key-entity.ts";
import { GrantItem } from "./grant-entity.ts";
import { getUserWithCredentials, MAX_LIVE_CREDENTIALS } from "./live-credentials.ts";

type StoredUser = Stored<typeof UserItem>;
/** The rights of a user of which the credentials have copies. */
export type Rights = Partial<Pick<StoredUser, "role" | "isLocked" | "organizations">>;

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
    update(UserItem, { id: userId }, { set, ifVersion: user.version }),
    ...keys.map(({ hash }) => update(ApiKeyItem, { hash }, { set, if: present("pk") })),
    ...grants.map(({ id }) => update(GrantItem, { id }, { set, if: present("pk") })),
  ];
  return { user: { ...user, ...set }, writes };
}
