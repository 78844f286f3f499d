import type { Failure } from "#lib/failures.ts";
import { Refused } from "#lib/table/refused.ts";
import { transact } from "#lib/table/write.ts";
import type { Outcome } from "./mark.ts";
import { isBusy, refusalOf } from "./refusal-of.ts";
import type { Wait } from "./settle-ids.ts";
import type { Work } from "./work-of-line.ts";

/** What became of a line, or why it was refused. */
export type Ended = Outcome | Failure;

/** Waits before a line is tried again that a busy table did not take, and the first of them in milliseconds; each is twice as long. */
const WAITS = 6;
const FIRST_WAIT = 1_000;

/** Does some works that share no key, in one transaction where that goes, and answers what became of each. */
export async function writeBundle<W extends Work>(works: readonly W[], wait: Wait): Promise<Map<W, Ended>> {
  const alone = await writeTogether(works);
  const ended = new Map<W, Ended>(works.map((work) => [work, "imported"]));
  await Promise.all(
    alone.map(async (work) => {
      ended.set(work, await orRefused(() => work.doAlone(), wait));
    }),
  );
  return ended;
}

/** Writes works in one transaction, all but those it refuses; answers which are to be done alone. */
async function writeTogether<W extends Work>(works: readonly W[]): Promise<readonly W[]> {
  if (works.length < 2) return works;
  // Without the words of each, so that all that refuse are told.
  const writes = works.map((work) => work.writes.map((each) => ({ ...each, refusal: undefined })));
  try {
    await transact(writes.flat());
    return [];
  } catch (error) {
    if (isBusy(error) || refusalOf(error)) return works;
    if (!(error instanceof Refused)) throw error;
    const refused = new Set(error.refusals.map(({ operation }) => operation));
    const isRefused = (at: number): boolean => writes[at]?.some((each) => refused.has(each)) === true;
    const alone = works.filter((_, at) => isRefused(at));
    if (alone.length === 0) throw error;
    return [...alone, ...(await writeTogether(works.filter((_, at) => !isRefused(at))))];
  }
}

async function orRefused(run: () => Promise<Outcome>, wait: Wait): Promise<Ended> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await run();
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal) return refusal;
      if (!isBusy(error) || tried === WAITS) throw error;
    }
    await wait(FIRST_WAIT * 2 ** tried);
  }
}
