import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Command } from "commander";
import { readLines } from "#lib/operations/import/read-lines.ts";
import { itemLines, putLines } from "#lib/storage/table/copy-items.ts";
import { skipIds } from "#lib/storage/table/raise-ids.ts";
import type { AdminCall, CreateAction } from "./action.ts";
import { objectResult } from "./command-result.ts";
import { createFile } from "./create-file.ts";
import { DRY_RUN_REMARK, dryRunOption, isDryRun } from "./dry-run.ts";
import { requireFile } from "./input-file.ts";
import { parseWholeNumber, UsageError } from "./parse-options.ts";

const EXAMPLES = `
Use these commands to move a table, or to keep a copy outside of AWS. To restore a deployed service: docs/runbooks/restore.md.
The file contains all data, including hashes and encrypted secrets: protect it like the table.

Examples:
  npm run admin -- backup export almanac.jsonl
  npm run admin -- backup restore almanac.jsonl --dry-run
  npm run admin -- backup restore almanac.jsonl
  npm run admin -- backup skip-ids --count 10000`;

/** Adds the commands that export all items to a file and restore them. */
export function addBackup(program: Command, createAction: CreateAction): void {
  const backup = program
    .command("backup")
    .description("all items of the table, as a file")
    .addHelpText("after", EXAMPLES);
  addExport(backup, createAction);
  addSkipIds(backup, createAction);
  backup
    .command("restore <file>")
    .description(
      "write all items of a file to the table, over those with the same keys; other items stay. Can be repeated",
    )
    .addOption(dryRunOption())
    .action(
      createAction(
        (call) => ({
          file: parseFile(call),
          isDryRun: isDryRun(call),
        }),
        async ({ file, ...how }) => {
          await requireFile(file);
          const items = await putLines(linesOf(file), how);
          return {
            ...objectResult("backup", { file, items }),
            ...(how.isDryRun && { remark: DRY_RUN_REMARK }),
          };
        },
      ),
    );
}

function addSkipIds(backup: Command, createAction: CreateAction): void {
  backup
    .command("skip-ids")
    .description("skip the next ids of every kind, because they may have been assigned after the backup")
    .requiredOption(
      "--count <number>",
      "number of ids to skip, of each kind, at most a million",
      parseWholeNumber,
    )
    .addOption(dryRunOption())
    .action(
      createAction(
        (call) => ({ count: parseCount(call), isDryRun: isDryRun(call) }),
        async ({ count, ...how }) => ({
          ...objectResult("skipped_to", await skipIds(count, how)),
          ...(how.isDryRun && { remark: DRY_RUN_REMARK }),
        }),
      ),
    );
}

/** Lists of all elements read a count for each thousand ids, so too many skipped ids make them fail; and skipped ids stay skipped. */
const MAX_SKIPPED = 1_000_000;

function parseCount({ options }: AdminCall): number {
  const count = Number(options["count"]);
  if (count < 1 || count > MAX_SKIPPED) throw new UsageError(`--count: must be from 1 to ${MAX_SKIPPED}`);
  return count;
}

function addExport(backup: Command, createAction: CreateAction): void {
  backup
    .command("export <file>")
    .description("write all items to a file, one JSON line each; changes during the export may be missing")
    .action(
      createAction(parseFile, async (file) => {
        let items = 0;
        async function* lines(): AsyncGenerator<string> {
          for await (const line of itemLines()) {
            items += 1;
            yield `${line}\n`;
          }
        }
        await createFile(file, (part) =>
          pipeline(Readable.from(lines()), createWriteStream(part, { flush: true })),
        );
        return objectResult("backup", { file, items });
      }),
    );
}

/** The lines of a file. A line can be longer than 1 MB, because an item of 400 KB may need JSON escapes. */
async function* linesOf(file: string): AsyncGenerator<string> {
  for await (const { bytes = Buffer.of() } of readLines(createReadStream(file), Infinity))
    yield bytes.toString();
}

const parseFile = ({ args }: AdminCall): string => args[0] ?? "";
