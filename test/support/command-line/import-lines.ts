import { OPERATOR } from "#lib/caller.ts";
import { type ImportResult, importFile, type RejectedLine } from "#lib/operations/import/import-file.ts";

/** The result of an import. `waited` has the milliseconds of its pauses, which the test skips. */
export interface Imported {
  result: ImportResult;
  rejectedLines: RejectedLine[];
  waited: number[];
}

type Line = string | Buffer | Record<string, unknown>;

/** Imports lines in this process, or only checks them (`isDryRun`). */
export async function importLines(lines: readonly Line[], { isDryRun = false } = {}): Promise<Imported> {
  const bytes = Buffer.concat(lines.flatMap((line) => [bytesOf(line), Buffer.from("\n")]));
  const rejectedLines: RejectedLine[] = [];
  const waited: number[] = [];
  const result = await importFile(OPERATOR, {
    read: async function* () {
      yield bytes;
    },
    addRejectedLines: async (more) => void rejectedLines.push(...more),
    wait: async (milliseconds) => void waited.push(milliseconds),
    apiHost: "api.example.com",
    isDryRun,
  });
  return { result, rejectedLines, waited };
}

function bytesOf(line: Line): Buffer {
  if (Buffer.isBuffer(line)) return line;
  return Buffer.from(typeof line === "string" ? line : JSON.stringify(line));
}

/** The reasons why lines were rejected, by line number. */
export const reasonsIn = ({ rejectedLines }: Imported): Record<number, string> =>
  Object.fromEntries(rejectedLines.map(({ line, reason }) => [line, reason]));
