import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Command } from "commander";
import { readLines } from "#lib/operations/import/read-lines.ts";
import { itemLines, putLines } from "#lib/table/copy-items.ts";
import { skipIds } from "#lib/table/skip-ids.ts";
import type { Act, AdminCall } from "./act.ts";
import { DRY_REMARK, dryRunOption, isDryRun } from "./dry-run.ts";
import { makeFile } from "./make-file.ts";
import { wholeNumber } from "./parse-options.ts";
import { progressCount } from "./progress-bar.ts";
import { shownOne } from "./shown.ts";

const EXAMPLES = `
Use these commands to move a table, or to keep a copy outside of AWS. To restore a deployed service: docs/runbooks/restore.md.
The file contains all data, including hashes and encrypted secrets: protect it like the table.

Examples:
  npm run admin -- backup export almanac.jsonl
  npm run admin -- backup restore almanac.jsonl --dry-run
  npm run admin -- backup restore almanac.jsonl
  npm run admin -- backup skip-ids --count 10000`;

/** Adds the commands that export all items to a file and restore them. */
export function addBackup(program: Command, act: Act): void {
  const backup = program
    .command("backup")
    .description("all items of the table, as a file")
    .addHelpText("after", EXAMPLES);
  addExport(backup, act);
  addSkipIds(backup, act);
  backup
    .command("restore <file>")
    .description("write all items of a file to the table; other items stay. Can be repeated")
    .addOption(dryRunOption())
    .action(
      act(
        (call) => ({
          file: fileIn(call),
          isDryRun: isDryRun(call),
          tell: progressCount(call.terminal, "items"),
        }),
        async ({ file, ...how }) => {
          const items = await putLines(linesOf(file), how);
          return { ...shownOne("backup", { file, items }), ...(how.isDryRun && { remark: DRY_REMARK }) };
        },
      ),
    );
}

function addSkipIds(backup: Command, act: Act): void {
  backup
    .command("skip-ids")
    .description("skip the next ids of every kind, because they may have been assigned after the backup")
    .requiredOption("--count <number>", "number of ids to skip, of each kind", wholeNumber)
    .addOption(dryRunOption())
    .action(
      act(
        (call) => ({ count: Number(call.options["count"]), isDryRun: isDryRun(call) }),
        async ({ count, ...how }) => ({
          ...shownOne("skipped_to", await skipIds(count, how)),
          ...(how.isDryRun && { remark: DRY_REMARK }),
        }),
      ),
    );
}

function addExport(backup: Command, act: Act): void {
  backup
    .command("export <file>")
    .description("write all items to a file, one JSON line each; changes during the export may be missing")
    .action(
      act(
        (call) => ({ file: fileIn(call), tell: progressCount(call.terminal, "items") }),
        async ({ file, tell }) => {
          let items = 0;
          async function* lines(): AsyncGenerator<string> {
            for await (const line of itemLines()) {
              items += 1;
              tell(items);
              yield `${line}\n`;
            }
          }
          await makeFile(file, (part) =>
            pipeline(Readable.from(lines()), createWriteStream(part, { flush: true })),
          );
          return shownOne("backup", { file, items });
        },
      ),
    );
}

/** The lines of a file. A line can be longer than 1 MB, because an item of 400 KB may need JSON escapes. */
async function* linesOf(file: string): AsyncGenerator<string> {
  for await (const { bytes = Buffer.of() } of readLines(createReadStream(file), Infinity))
    yield bytes.toString();
}

const fileIn = ({ args }: AdminCall): string => args[0] ?? "";
