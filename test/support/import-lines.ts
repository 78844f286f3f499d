import { OPERATOR } from "#lib/caller.ts";
import type { Progress } from "#lib/operations/import/entity.ts";
import { checkFile, type ImportFile, importFile } from "#lib/operations/import/import-file.ts";
import type { Refusal } from "#lib/operations/import/progress.ts";

/** What an import of some lines left behind; `waited` are the milliseconds it would have waited. */
export interface Imported {
  progress: Progress;
  refusals: Refusal[];
  waited: number[];
}

type Line = string | Buffer | Record<string, unknown>;

/** Imports lines in this process, or only looks at them. */
export async function importLines(lines: readonly Line[], { isDry = false } = {}): Promise<Imported> {
  const bytes = Buffer.concat(lines.flatMap((line) => [bytesOf(line), Buffer.from("\n")]));
  const refusals: Refusal[] = [];
  const waited: number[] = [];
  const file: ImportFile = {
    read: async function* (offset) {
      yield bytes.subarray(offset);
    },
    keepRefusals: async () => true,
    addRefusals: async (more) => refusals.push(...more),
    tell: () => undefined,
    wait: async (milliseconds) => {
      waited.push(milliseconds);
    },
    apiHost: "api.example.com",
  };
  const progress = await (isDry ? checkFile : importFile)(OPERATOR, file);
  return { progress, refusals, waited };
}

function bytesOf(line: Line): Buffer {
  if (Buffer.isBuffer(line)) return line;
  return Buffer.from(typeof line === "string" ? line : JSON.stringify(line));
}

/** Why lines were refused, by their numbers. */
export const reasonsIn = ({ refusals }: Imported): Record<number, string> =>
  Object.fromEntries(refusals.map(({ line, reason }) => [line, reason]));
