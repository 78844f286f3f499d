import type { Caller } from "#lib/caller.ts";
import { requireSystemAdmin } from "#lib/caller.ts";
import { type Batch, inBatches, inGroups } from "./batches.ts";
import { checkGroup } from "./check-group.ts";
import type { ImportState, Progress } from "./entity.ts";
import { importGroup } from "./import-group.ts";
import { endLease, keepLease, takeLease } from "./lease.ts";
import { nameOf } from "./mark.ts";
import type { ParsedLine } from "./parse-line.ts";
import { added, type Refusal, START } from "./progress.ts";
import { readLines } from "./read-lines.ts";
import { recountImported } from "./recount-imported.ts";
import { reserveIds } from "./reserve-ids.ts";
import { settlingIds, type Wait } from "./settle-ids.ts";
import { surveyFile } from "./survey.ts";
import type { Ended } from "./write-bundle.ts";

/** Where an import reads and writes. */
export interface ImportFile {
  /** The bytes from an offset on. */
  read(offset: number): AsyncIterable<Buffer>;
  /** Forgets refusals behind so many bytes, and answers whether there were as many. */
  keepRefusals(bytes: number): Promise<boolean>;
  /** Adds refusals and answers the bytes of all. */
  addRefusals(refusals: readonly Refusal[]): Promise<number>;
  /** How many of all bytes are done. */
  tell(done: number, all: number): void;
  wait: Wait;
  /** Host name of the service. */
  apiHost: string;
}

/**
 * Imports a file of lines: each is written, known from before or refused, and nobody is told of it. A killed import of the same file goes
 * on where it was. Memory holds some hundred lines.
 *
 * @throws {Failure} `conflict` while another file is imported
 */
export async function importFile(caller: Caller, file: ImportFile): Promise<Progress> {
  requireSystemAdmin(caller);
  const survey = await surveyFile(file.read(0));
  const state = await reserveIds(await takeLease(survey.file), survey);
  const settleIds = await settlingIds(survey.highest.keys(), { raisedAt: state.raisedAt, wait: file.wait });
  let progress: Progress = (await file.keepRefusals(state.refusedBytes)) ? state : await fromStart(file);
  const run = (group: ParsedLine[]) =>
    importGroup(group, { state, apiHost: file.apiHost, settleIds, wait: file.wait });
  for await (const batch of inBatches(readLines(file.read(progress.offset), progress))) {
    progress = await importBatch(batch, progress, { file, run });
    await keepLease(state, progressOf(progress));
    file.tell(progress.offset, survey.bytes);
  }
  await recountImported(state, survey);
  await endLease(state);
  return progress;
}

/** Does all that an import does but write: answers what would be refused, as far as each line tells. */
export async function checkFile(caller: Caller, file: ImportFile): Promise<Progress> {
  requireSystemAdmin(caller);
  const survey = await surveyFile(file.read(0));
  let progress = await fromStart(file);
  const made = new Set<string>();
  for await (const batch of inBatches(readLines(file.read(0), progress))) {
    progress = await importBatch(batch, progress, { file, run: (group) => checkGroup(group, made) });
    file.tell(progress.offset, survey.bytes);
  }
  return progress;
}

async function fromStart(file: ImportFile): Promise<Progress> {
  await file.keepRefusals(0);
  return START;
}

interface Doing {
  file: ImportFile;
  run: (group: ParsedLine[]) => Promise<Ended[]>;
}

async function importBatch(
  { lines, line, offset }: Batch,
  before: Progress,
  { file, run }: Doing,
): Promise<Progress> {
  const ended = new Map<number, Ended>();
  for (const group of inGroups(lines)) {
    const outcomes = await run(group);
    for (const [at, outcome] of outcomes.entries()) ended.set(group[at]?.number ?? 0, outcome);
  }
  const refusals = lines.flatMap((each) => refusalOf(each, ended.get(each.number)) ?? []);
  const refusedBytes = refusals.length > 0 ? await file.addRefusals(refusals) : before.refusedBytes;
  return { ...added(before, lines, ended), line, offset, refusedBytes };
}

function refusalOf(each: Batch["lines"][number], ended: Ended | undefined): Refusal | undefined {
  if (!("line" in each)) {
    const { number, type, id, reason } = each;
    return { line: number, type, id, code: "invalid_line", reason };
  }
  if (typeof ended !== "object") return undefined;
  const { line, number } = each;
  return { line: number, type: line.type, id: nameOf(line), code: ended.code, reason: ended.message };
}

const progressOf = ({ line, offset, counts, unknown, refusedBytes }: Progress | ImportState): Progress => ({
  line,
  offset,
  counts,
  unknown,
  refusedBytes,
});
