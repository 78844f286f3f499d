import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import * as z from "zod";
import { OPERATOR } from "#lib/caller.ts";
import { erasePerson } from "#lib/operations/privacy/erase.ts";
import { exportPerson, type PersonExport } from "#lib/operations/privacy/export.ts";
import type { Act, Call } from "./act.ts";
import { DRY_REMARK, dryRunOption, isDryRun } from "./dry-run.ts";
import { makeFile } from "./make-file.ts";
import { UsageError } from "./parse-options.ts";
import { wipeProgress } from "./progress-bar.ts";
import { type Shown, shownOne } from "./shown.ts";
import type { Terminal } from "./terminal.ts";

const EXAMPLES = `
Both read every item of the table, and leave an entry in the audit trail. See docs/privacy.md.

Examples:
  npm run admin -- privacy export ann@example.com --out ann.json
  npm run admin -- privacy erase ann@example.com --dry-run
  npm run admin -- privacy erase ann@example.com --cancel`;

/** Adds the commands by which people get what is kept of them, or have it erased. */
export function addPrivacy(program: Command, act: Act): void {
  const privacy = program
    .command("privacy")
    .description("what is kept of a person, by email")
    .addHelpText("after", EXAMPLES);
  privacy
    .command("export <email>")
    .description("everything kept of a person, as JSON")
    .option("--out <file>", "write it to a file nobody else may read, instead of showing it")
    .action(
      act(
        (call) => ({ email: emailIn(call), out: call.options["out"] }),
        async ({ email, out }): Promise<Shown> => {
          if (typeof out !== "string") {
            const exported = await exportPerson(OPERATOR, email);
            return { json: exported, text: textOf(exported) };
          }
          const { items } = await makeFile(out, async (part) => {
            const exported = await exportPerson(OPERATOR, email);
            await writeFile(part, textOf(exported), { flush: true });
            return exported;
          });
          return shownOne("export", { file: out, kinds: Object.keys(items).length });
        },
      ),
    );
  addErase(privacy, act);
}

function addErase(privacy: Command, act: Act): void {
  privacy
    .command("erase <email>")
    .description(
      "leave nothing of a person in any item; a user is locked and loses name, keys and event types",
    )
    .addOption(dryRunOption())
    .option("--cancel", "cancel the bookings they are to host, too")
    .action(
      act(
        (call) => ({
          email: emailIn(call),
          isDryRun: isDryRun(call),
          mayCancel: call.options["cancel"] === true,
          wait: waiting(call.terminal),
        }),
        async ({ email, ...options }) => ({
          ...shownOne("receipt", await erasePerson(OPERATOR, email, options)),
          ...(options.isDryRun && { remark: DRY_REMARK }),
        }),
      ),
    );
}

/** Makes what waits so many seconds, and counts them down where somebody watches. */
const waiting =
  (terminal: Terminal) =>
  async (seconds: number): Promise<void> => {
    for (let left = seconds; left > 0; left -= 1) {
      if (terminal.isWatched) terminal.err(`\rwhat is under way ends; looking again in ${left} s … `);
      await terminal.wait(1_000);
      wipeProgress(terminal);
    }
  };

const textOf = (exported: PersonExport): string => `${JSON.stringify(exported, null, 2)}\n`;

function emailIn({ args }: Call): string {
  const email = z.email().safeParse(args[0]);
  if (!email.success) throw new UsageError("<email>: must be an email address");
  return email.data;
}
