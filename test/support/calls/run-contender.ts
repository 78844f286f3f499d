import type { Caller } from "#lib/caller.ts";
import { Failure } from "#lib/failures.ts";
import { getItem } from "#lib/table/read.ts";
import { UserItem } from "#lib/users/entity.ts";

/** Round trips a contender may come late, so that none is always first. */
const MOST_LATE = 3;

/** Lets a contender of a race do its thing, sooner or later; answers `won` or the code of its failure. */
export async function runContender<S extends { host: Caller }>(
  contender: (scene: S) => Promise<unknown>,
  scene: S,
): Promise<string> {
  const late = Math.floor(Math.random() * (MOST_LATE + 1));
  for (let trip = 0; trip < late; trip += 1) await getItem(UserItem, { id: scene.host.userId });
  try {
    await contender(scene);
    return "won";
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}
