import { Failure } from "#lib/failures.ts";
import { getItems, wanted } from "#lib/table/read.ts";
import { MOST_OPERATIONS } from "#lib/table/write.ts";
import { inBundles } from "./bundles.ts";
import { ImportMark, type ImportState } from "./entity.ts";
import { inOrder } from "./in-order.ts";
import { markOf } from "./mark.ts";
import { namedBy } from "./named-by.ts";
import { overlapping } from "./overlapping.ts";
import type { ParsedLine } from "./parse-line.ts";
import { refusalOf } from "./refusal-of.ts";
import type { SettleIds, Wait } from "./settle-ids.ts";
import { idsOf } from "./survey.ts";
import { type Work, workOfLine } from "./work-of-line.ts";
import { type Ended, writeBundle } from "./write-bundle.ts";

/** Transactions that are sent side by side. */
const AT_ONCE = 4;

/** What an import is done with. */
export interface Importing {
  state: ImportState;
  /** Host name of the service. */
  apiHost: string;
  settleIds: SettleIds;
  wait: Wait;
}

/** Imports consecutive lines of one type, as many in a transaction as it takes, and answers what became of each. */
export async function importGroup(
  lines: readonly ParsedLine[],
  { state, apiHost, settleIds, wait }: Importing,
): Promise<Ended[]> {
  const marks = lines.map((line) => markOf(line, state));
  const [found, named] = await Promise.all([
    getItems(marks.map((mark) => wanted(ImportMark, mark))),
    namedBy(lines),
  ]);
  const taken = await settleIds(lines.map(({ line }, at) => (found[at] ? [] : idsOf(line))));
  const fresh = lines.flatMap(({ line }, at) => (found[at] || taken[at] ? [] : [line]));
  const doubtful = await overlapping(fresh, named.eventTypes);
  const ended: Ended[] = [];
  const works: (Work & { at: number })[] = [];
  for (const [at, parsed] of lines.entries()) {
    const [mark, refusal] = [marks[at], taken[at]];
    if (!mark) continue;
    const isDoubtful = doubtful.has(parsed.line);
    const work = refusal ?? workOrRefusal(parsed, { mark, found: found[at], named, isDoubtful, apiHost });
    if (work instanceof Failure) ended[at] = work;
    else works.push({ ...work, at });
  }
  await inOrder(inBundles(works, MOST_OPERATIONS), {
    atOnce: AT_ONCE,
    keysOf: ({ keys }) => keys,
    run: async (bundle) => {
      for (const [{ at }, outcome] of await writeBundle(bundle.works, wait)) ended[at] = outcome;
    },
  });
  return ended;
}

function workOrRefusal(...given: Parameters<typeof workOfLine>): Work | Failure {
  try {
    return workOfLine(...given);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal) return refusal;
    throw error;
  }
}
