import type { UserRole } from "#lib/access/caller.ts";
import { ApiKeyItem } from "#lib/api-keys/entity.ts";
import { liveApiKeys, MOST_LIVE_KEYS } from "#lib/api-keys/live.ts";
import { Failure, notFound } from "#lib/http/failures.ts";
import { present } from "#lib/table/condition.ts";
import { update } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { retryRefused } from "#lib/table/retry-refused.ts";
import { transact } from "#lib/table/write.ts";
import { type Account, accountOf } from "./account.ts";
import { UserItem } from "./entity.ts";

/**
 * Changes what a user may do, on the user and on the copies its live API keys carry, in one transaction. Making a key
 * raises the user's version, so a key made meanwhile is not missed.
 *
 * @throws {Failure} `conflict` when the user has more live keys than one transaction takes
 */
export async function changeRights(
  userId: number,
  set: { role: UserRole } | { isLocked: boolean },
): Promise<Account> {
  return retryRefused(async () => {
    const [user, keys] = await Promise.all([getItem(UserItem, { id: userId }), liveApiKeys(userId)]);
    if (!user) throw notFound("User");
    if (keys.length > MOST_LIVE_KEYS)
      throw new Failure(
        "conflict",
        `The user has more than ${MOST_LIVE_KEYS} live API keys: revoke some first.`,
      );
    await transact([
      update(UserItem, { id: userId }, { set, ifVersion: user.version }),
      ...keys.map(({ hash }) => update(ApiKeyItem, { hash }, { set, if: present("pk") })),
    ]);
    return accountOf({ ...user, ...set });
  });
}
