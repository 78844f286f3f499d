import { notFound } from "#lib/failures.ts";
import { getItem } from "#lib/table/read.ts";
import { UserItem } from "#lib/users/entity.ts";
import { UserSummary } from "#lib/users/summary.ts";
import type { StoredWebhook } from "./entity.ts";

/** The fields of a webhook that name its user: one round trip. */
export async function readWebhookUser(userId: number): Promise<Pick<StoredWebhook, "userId" | "user">> {
  const user = await getItem(UserItem, { id: userId });
  if (!user) throw notFound("User");
  return { userId, user: UserSummary.parse(user) };
}
