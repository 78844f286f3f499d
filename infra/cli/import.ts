import { setTimeout as wait } from "node:timers/promises";
import type { Command } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import type { Progress } from "#lib/operations/import/entity.ts";
import { checkFile, importFile } from "#lib/operations/import/import-file.ts";
import { LineType } from "#lib/operations/import/line-type.ts";
import type { Act, Call } from "./act.ts";
import { DRY_REMARK, dryRunOption, isDryRun } from "./dry-run.ts";
import { progressBar } from "./progress-bar.ts";
import { refusedFile } from "./refused-file.ts";
import { type Shown, shownList } from "./shown.ts";
import { readFrom, withFile } from "./spool.ts";

const EXAMPLES = `
What a line is: docs/import.md. Killed in the middle, the same command goes on; the same line twice changes nothing.
Refused lines are no failure: they are counted, and told with their reasons in the file of --refused. A dry run says what would be refused
as far as ids and names tell, in a file of its own: that name with .dry-run behind it.

Examples:
  npm run admin -- import export.jsonl --dry-run
  npm run admin -- --stack Almanac import export.jsonl
  cat export.jsonl | npm run admin -- import - --json`;

const COLUMNS = ["type", "imported", "unchanged", "refused"] as const;

/** Adds the command that brings in what another service had, with its ids. */
export function addImport(program: Command, act: Act): void {
  program
    .command("import <file>")
    .description(
      "import users, teams, memberships, event types and bookings, a JSON object a line; - is standard input",
    )
    .addOption(dryRunOption())
    .option(
      "--refused <file>",
      "where refused lines are told; of a dry run with .dry-run behind it",
      "refused.jsonl",
    )
    .addHelpText("after", EXAMPLES)
    .action(
      act(
        (call) => ({
          name: call.args[0] ?? "",
          isDry: isDryRun(call),
          refused: refusedName(call),
          tell: progressBar(call.terminal),
        }),
        async ({ name, isDry, refused, tell }, { baseUrl }) => {
          const run = isDry ? checkFile : importFile;
          const progress = await withFile(name, (file) =>
            run(OPERATOR, {
              ...refusedFile(refused),
              read: (offset) => readFrom(file, offset),
              tell,
              wait,
              apiHost: new URL(baseUrl).hostname,
            }),
          );
          return shownImport(progress, { isDry, refused });
        },
      ),
    );
}

/** A dry run has a file of its own: an import that was killed goes on only behind all that it has told in its. */
const refusedName = (call: Call): string => `${call.options["refused"]}${isDryRun(call) ? ".dry-run" : ""}`;

function shownImport(
  { line: lines, counts, unknown }: Progress,
  of: { isDry: boolean; refused: string },
): Shown {
  const rows = [...LineType.options, "other"].flatMap((type) => {
    const ended = counts[type];
    return ended ? [{ type, ...ended }] : [];
  });
  const refused = rows.reduce((sum, row) => sum + row.refused, 0);
  const ignored = Object.keys(unknown).length;
  const remarks = [
    `${of.isDry ? "Looked at" : "Done with"} ${lines} lines.`,
    ...(refused > 0 ? [`Why some were refused: ${of.refused}`] : []),
    ...(ignored > 0
      ? [
          `Ignored fields: ${Object.entries(unknown)
            .map(([name, times]) => `${name} (${times})`)
            .join(", ")}`,
        ]
      : []),
    ...(of.isDry ? [DRY_REMARK] : []),
  ];
  return {
    json: {
      import: { lines, counts, unknown, isDryRun: of.isDry, ...(refused > 0 && { refusedFile: of.refused }) },
    },
    text: shownList("counts", rows, COLUMNS).text,
    remark: remarks.join("\n"),
  };
}
