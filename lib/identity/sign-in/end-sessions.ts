import { notFound } from "#lib/failures.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { present } from "#lib/storage/table/condition.ts";
import { decode, type Stored } from "#lib/storage/table/entity.ts";
import { update } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";

/**
 * Ends all sessions of a user immediately and forgets all known browsers, as a new password does. API keys and the access of applications
 * stay valid. Returns the changed user.
 *
 * @throws {Failure} `not_found`
 */
export async function endSessions(userId: number): Promise<Stored<typeof UserItem>> {
  const change = { add: { sessionEpoch: 1 }, if: present("pk"), failure: notFound("User") };
  const user = decode(UserItem, await writeOne(update(UserItem, { id: userId }, change)));
  if (!user) throw notFound("User");
  return user;
}
