import { type Caller, requireSystemAdmin } from "#lib/caller.ts";
import { Failure } from "#lib/failures.ts";
import { pauseFreezing, resumeFreezing } from "#lib/storage/lists/frozen.ts";
import { findNextIds, recountImported, reserveIds, summarizeFile } from "./file-summary.ts";
import { type ImportContext, newContext } from "./import-context.ts";
import { importLine } from "./import-line.ts";
import { nameOf } from "./line.ts";
import { errorsOf, type LineError } from "./line-error.ts";
import { type ParsedLine, parseLine } from "./parse-line.ts";
import { readLines } from "./read-lines.ts";
import type { Outcome } from "./write-line.ts";

/** The input and output of an import. */
interface ImportFile {
  /** Reads the file from its start. */
  read(): AsyncIterable<Buffer>;
  addRejectedLines(rejectedLines: readonly RejectedLine[]): Promise<void>;
  wait(milliseconds: number): Promise<void>;
  /** Host name of the service. */
  apiHost: string;
  isDryRun: boolean;
}

/** A rejected line. */
export interface RejectedLine {
  line: number;
  type: string | undefined;
  id: number | string | undefined;
  code: string;
  reason: string;
  /** The invalid fields, if the reason is about fields. */
  errors: LineError[];
}

/**
 * The result of an import: lines by type and outcome (`other`: unknown types), and how often each unknown field occurred. Of a dry run
 * also the lowest id that a new object of each kind in the file can have after the import.
 */
export interface ImportResult {
  lines: number;
  counts: Record<string, Record<Outcome | "rejected", number>>;
  unknown: Record<string, number>;
  nextIds?: Record<string, number>;
}

/** Hosts whose bookings are imported at the same time. */
const HOSTS_AT_ONCE = 8;

/**
 * Imports a file line by line. Objects that already exist are not changed, so an interrupted import is completed by starting it again.
 * Sends no events. A dry run only checks the lines.
 *
 * @throws {Failure} `temporarily_unavailable` when the table stays too busy
 */
export async function importFile(caller: Caller, file: ImportFile): Promise<ImportResult> {
  requireSystemAdmin(caller);
  const summary = await summarizeFile(file.read());
  if (!file.isDryRun) {
    await pauseFreezing();
    await reserveIds(summary);
  }
  const nextIds = file.isDryRun && { nextIds: await findNextIds(summary) };
  const result: ImportResult = { lines: 0, counts: {}, unknown: {}, ...nextIds };
  let context = newContext(file);
  for await (const batch of readBatches(file.read())) {
    if (!file.isDryRun) {
      await pauseFreezing();
      context = newContext(file);
    }
    await importBatch(batch, context, { file, result });
  }
  if (!file.isDryRun) {
    await recountImported(summary);
    await resumeFreezing();
  }
  return result;
}

interface Report {
  file: ImportFile;
  result: ImportResult;
}

async function importBatch(
  lines: readonly ParsedLine[],
  context: ImportContext,
  { file, result }: Report,
): Promise<void> {
  const outcomes = new Map<ParsedLine, Outcome | Failure>();
  const importInOrder = async (some: readonly ParsedLine[] = []): Promise<void> => {
    for (const each of some)
      if (each.line) outcomes.set(each, await importLine(each.line, context, file.wait));
  };
  // Bookings of one host may overlap. They are imported in order, so that the first in the file gets the time.
  const byHost = Map.groupBy(lines, ({ line }) => (line?.type === "booking" ? line.userId : 0));
  await importInOrder(byHost.get(0));
  byHost.delete(0);
  const queues = byHost.values();
  const worker = async (): Promise<void> => {
    for (const queue of queues) await importInOrder(queue);
  };
  const results = await Promise.allSettled(Array.from({ length: HOSTS_AT_ONCE }, worker));
  for (const each of results) if (each.status === "rejected") throw each.reason;
  const rejectedLines = lines.flatMap((each) => rejectedLineOf(each, outcomes.get(each)) ?? []);
  if (rejectedLines.length > 0) await file.addRejectedLines(rejectedLines);
  for (const each of lines) countLine(result, each, outcomes.get(each));
}

function rejectedLineOf(each: ParsedLine, outcome: Outcome | Failure | undefined): RejectedLine | undefined {
  const { number, line } = each;
  if (!line) {
    const { type, id, reason, errors = [] } = each;
    return { line: number, type, id, code: "invalid_line", reason, errors };
  }
  if (!(outcome instanceof Failure)) return undefined;
  const { code, message: reason } = outcome;
  return { line: number, type: line.type, id: nameOf(line), code, reason, errors: errorsOf(outcome, line) };
}

function countLine(result: ImportResult, each: ParsedLine, outcome: Outcome | Failure | undefined): void {
  const { counts, unknown } = result;
  result.lines = each.number;
  const type = (each.line ?? each).type ?? "other";
  counts[type] ??= { imported: 0, unchanged: 0, rejected: 0 };
  counts[type][typeof outcome === "string" ? outcome : "rejected"] += 1;
  if (each.line) for (const name of each.unknown) unknown[name] = (unknown[name] ?? 0) + 1;
}

/** Most lines and bytes of a batch, which is in memory at once. */
const MAX_LINES = 400;
const MAX_BYTES = 4 * 1024 * 1024;

/** Reads the lines of a file. Yields them in batches. */
async function* readBatches(chunks: AsyncIterable<Buffer>): AsyncGenerator<ParsedLine[]> {
  let batch: ParsedLine[] = [];
  let bytes = 0;
  for await (const raw of readLines(chunks)) {
    const parsed = parseLine(raw);
    if (!parsed) continue;
    batch.push(parsed);
    bytes += raw.bytes?.length ?? 0;
    if (batch.length < MAX_LINES && bytes < MAX_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  yield batch;
}
