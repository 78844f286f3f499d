import { notFound } from "#lib/failures.ts";
import { present } from "#lib/table/condition.ts";
import { update } from "#lib/table/operations.ts";
import { writeOne } from "#lib/table/write.ts";
import { UserItem } from "#lib/users/entity.ts";

/**
 * Ends all sessions of a user immediately, in every browser, as a new password does. API keys and the access of applications stay valid.
 * One round trip.
 *
 * @throws {Failure} `not_found`
 */
export async function endSessions(userId: number): Promise<void> {
  const change = { add: { sessionEpoch: 1 }, if: present("pk"), failure: notFound("User") };
  await writeOne(update(UserItem, { id: userId }, change));
}
