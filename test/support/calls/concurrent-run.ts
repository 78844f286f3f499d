import type { Caller } from "#lib/caller.ts";
import { Failure } from "#lib/failures.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { findItem } from "#lib/storage/table/read.ts";

/** Most round trips by which a run is delayed, so that none is always first. */
const MAX_DELAY = 3;

/** Starts one of several concurrent runs after a random delay. Returns `won` or the code of its failure. */
export async function startConcurrentRun<S extends { host: Caller }>(
  concurrentRun: (setUp: S) => Promise<unknown>,
  setUp: S,
): Promise<string> {
  const delay = Math.floor(Math.random() * (MAX_DELAY + 1));
  for (let trip = 0; trip < delay; trip += 1) await findItem(UserItem, { id: setUp.host.userId });
  try {
    await concurrentRun(setUp);
    return "won";
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}
