import { type Account, accountOf } from "#lib/identity/users/account.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { transact } from "#lib/storage/table/write.ts";
import { type Rights, rightsWrites } from "./rights.ts";

/**
 * Changes the rights of a user, with their copies on the live API keys and grants, in one transaction.
 *
 * @throws {Failure} `not_found`; `conflict` if the user has too many live credentials for one transaction
 */
export async function changeRights(userId: number, rights: Rights): Promise<Account> {
  return retryFailedCondition(async () => {
    const { user, writes } = await rightsWrites(userId, () => rights);
    await transact(writes);
    return accountOf(user);
  });
}
