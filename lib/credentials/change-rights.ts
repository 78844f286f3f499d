import { retryFailedCondition } from "#lib/table/retry.ts";
import { transact } from "#lib/table/write.ts";
import { type Account, accountOf } from "#lib/users/account.ts";
import { type Rights, rightsWrites } from "./rights-writes.ts";

/**
 * Changes what a user may do, on the user and on the copies its live API keys and grants carry, in one transaction.
 *
 * @throws {Failure} `conflict` when the user has more live credentials than one transaction takes
 */
export async function changeRights(userId: number, rights: Rights): Promise<Account> {
  return retryFailedCondition(async () => {
    const { user, writes } = await rightsWrites(userId, () => rights);
    await transact(writes);
    return accountOf(user);
  });
}
