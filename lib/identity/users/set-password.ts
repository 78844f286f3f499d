import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import { notFound } from "#lib/failures.ts";
import { present } from "#lib/storage/table/condition.ts";
import { update } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { UserItem } from "./entity.ts";
import { hashPassword } from "./password.ts";

/** Sets the password of a user, which ends all sessions. */
export async function setPassword(caller: Caller, userId: number, password: string): Promise<void> {
  requireSystemAdmin(caller);
  const passwordHash = await hashPassword(password);
  const key = { id: userId };
  const failure = notFound("User");
  await writeOne(update(UserItem, key, { set: { passwordHash }, if: present("pk"), failure }));
}
