import { OPERATOR } from "#lib/caller.ts";
import { type ImportResult, importFile, type Refusal } from "#lib/operations/import/import-file.ts";

/** The result of an import. `waited` has the milliseconds of its pauses, which the test skips. */
export interface Imported {
  result: ImportResult;
  refusals: Refusal[];
  waited: number[];
}

type Line = string | Buffer | Record<string, unknown>;

/** Imports lines in this process, or only checks them (`isDryRun`). */
export async function importLines(lines: readonly Line[], { isDryRun = false } = {}): Promise<Imported> {
  const bytes = Buffer.concat(lines.flatMap((line) => [bytesOf(line), Buffer.from("\n")]));
  const refusals: Refusal[] = [];
  const waited: number[] = [];
  const result = await importFile(OPERATOR, {
    read: async function* () {
      yield bytes;
    },
    addRefusals: async (more) => void refusals.push(...more),
    wait: async (milliseconds) => void waited.push(milliseconds),
    apiHost: "api.example.com",
    isDryRun,
  });
  return { result, refusals, waited };
}

function bytesOf(line: Line): Buffer {
  if (Buffer.isBuffer(line)) return line;
  return Buffer.from(typeof line === "string" ? line : JSON.stringify(line));
}

/** The reasons why lines were rejected, by line number. */
export const reasonsIn = ({ refusals }: Imported): Record<number, string> =>
  Object.fromEntries(refusals.map(({ line, reason }) => [line, reason]));
