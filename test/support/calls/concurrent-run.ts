import type { Caller } from "#lib/caller.ts";
import { Failure } from "#lib/failures.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { findItem } from "#lib/storage/table/read.ts";

/** Most round trips by which a contender is delayed, so that none is always first. */
const MAX_DELAY = 3;

/** Runs a contender of a race after a random delay. Returns `won` or the code of its failure. */
export async function runContender<S extends { host: Caller }>(
  contender: (scene: S) => Promise<unknown>,
  scene: S,
): Promise<string> {
  const delay = Math.floor(Math.random() * (MAX_DELAY + 1));
  for (let trip = 0; trip < delay; trip += 1) await findItem(UserItem, { id: scene.host.userId });
  try {
    await contender(scene);
    return "won";
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}
