import { createReadStream } from "node:fs";
import { appendFile, lstat, rm, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { Command } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import { type ImportResult, importFile } from "#lib/operations/import/import-file.ts";
import { LineType } from "#lib/operations/import/line.ts";
import type { CreateAction } from "./action.ts";
import { type CommandResult, listResult } from "./command-result.ts";
import { DRY_RUN_REMARK, dryRunOption, isDryRun } from "./dry-run.ts";
import { isSameFile, withInputFile } from "./input-file.ts";
import { UsageError } from "./parse-options.ts";

const EXAMPLES = `
docs/import.md describes the format. After an interruption run the same command again: lines whose object exists are unchanged.
Rejected lines are counted and do not change the exit code; the file of --rejected contains their reasons, with field and value. A dry
run does not find bookings of the file that take each other's time or seats.

Examples:
  npm run admin -- import export.jsonl --dry-run
  npm run admin -- --stack Almanac import export.jsonl
  cat export.jsonl | npm run admin -- import - --json`;

const COLUMNS = ["type", "imported", "unchanged", "rejected"] as const;

/** Adds the command that imports the objects of another service with their ids. */
export function addImport(program: Command, createAction: CreateAction): void {
  program
    .command("import <file>")
    .description(
      "import users, teams, memberships, event types and bookings from a file with one JSON object per line; - is standard input",
    )
    .addOption(dryRunOption())
    .option("--rejected <file>", "file for the rejected lines and their reasons", "rejected.jsonl")
    .addHelpText("after", EXAMPLES)
    .action(
      createAction(
        (call) => ({
          name: call.args[0] ?? "",
          isDry: isDryRun(call),
          rejected: String(call.options["rejected"]),
        }),
        ({ name, isDry, rejected }, { baseUrl }) =>
          withInputFile(name, async (file) => {
            await emptyFile(rejected, file);
            const result = await importFile(OPERATOR, {
              read: () => createReadStream(file),
              addRejectedLines: (rejectedLines) =>
                appendFile(
                  rejected,
                  rejectedLines.map((rejectedLine) => `${JSON.stringify(rejectedLine)}\n`).join(""),
                ),
              wait,
              apiHost: new URL(baseUrl).hostname,
              isDryRun: isDry,
            });
            if (countRejected(result) === 0) await removeFile(rejected);
            return importResult(result, { isDry, rejected });
          }),
      ),
    );
}

const countRejected = ({ counts }: ImportResult): number =>
  Object.values(counts).reduce((sum, count) => sum + count.rejected, 0);

/** Empties the file of the rejected lines. Fails before the import if it can't be written, or if it is the imported file. */
async function emptyFile(rejected: string, imported: string): Promise<void> {
  if (await isSameFile(rejected, imported)) throw new UsageError("--rejected: must not be the imported file");
  await writeFile(rejected, "").catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(`--rejected: ${rejected} can't be written (${code}).`);
  });
}

/** Removes a file, unless it is a device, or a link such as /dev/stdout. */
async function removeFile(path: string): Promise<void> {
  if ((await lstat(path)).isFile()) await rm(path);
}

const textOf = (nextIds: Record<string, number>): string =>
  Object.entries(nextIds)
    .map(([kind, id]) => `${kind} ${id}`)
    .join(", ");

function importResult(
  result: ImportResult,
  { isDry, rejected }: { isDry: boolean; rejected: string },
): CommandResult {
  const { lines, counts, unknown, nextIds } = result;
  const rows = [...LineType.options, "other"].flatMap((type) => {
    const count = counts[type];
    return count ? [{ type, ...count }] : [];
  });
  const isAnyRejected = countRejected(result) > 0;
  const ignored = Object.entries(unknown).map(([name, times]) => `${name} (${times})`);
  const remarks = [
    `${isDry ? "Checked" : "Imported"} ${lines} lines.`,
    ...(isAnyRejected ? [`Reasons of rejected lines: ${rejected}`] : []),
    ...(ignored.length > 0 ? [`Ignored fields: ${ignored.join(", ")}`] : []),
    ...(nextIds && Object.keys(nextIds).length > 0
      ? [`New objects will get ids from: ${textOf(nextIds)}`]
      : []),
    ...(isDry ? [DRY_RUN_REMARK] : []),
  ];
  return {
    json: {
      import: { ...result, isDryRun: isDry, ...(isAnyRejected && { rejectedFile: rejected }) },
    },
    text: listResult("counts", rows, COLUMNS).text,
    remark: remarks.join("\n"),
  };
}
