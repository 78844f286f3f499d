import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import * as z from "zod";
import { findEntities } from "#infra/entities.ts";
import { OPERATOR } from "#lib/caller.ts";
import { erasePerson } from "#lib/operations/privacy/erase.ts";
import { exportPerson, type PersonExport } from "#lib/operations/privacy/export.ts";
import type { Act, AdminCall } from "./act.ts";
import { DRY_REMARK, dryRunOption, isDryRun } from "./dry-run.ts";
import { makeFile } from "./make-file.ts";
import { UsageError } from "./parse-options.ts";
import { wipeProgress } from "./progress-bar.ts";
import { type Shown, shownOne } from "./shown.ts";
import type { Terminal } from "./terminal.ts";

const EXAMPLES = `
Both read every item of the table and add an entry to the audit trail. See docs/privacy.md.

Examples:
  npm run admin -- privacy export ann@example.com --out ann.json
  npm run admin -- privacy erase ann@example.com --dry-run
  npm run admin -- privacy erase ann@example.com --cancel`;

const NOT_ERASED =
  "The items under notErased exceed the size limit and still hold personal data, so there is no receipt. Shorten or delete them, then erase again.";

/** Adds the commands that export and erase a person's data. */
export function addPrivacy(program: Command, act: Act): void {
  const privacy = program
    .command("privacy")
    .description("export or erase a person's data, by email address")
    .addHelpText("after", EXAMPLES);
  privacy
    .command("export <email>")
    .description("export a person's data as JSON")
    .option("--out <file>", "write to a file only its owner can read, instead of standard output")
    .action(
      act(
        (call) => ({ email: emailIn(call), out: call.options["out"] }),
        async ({ email, out }): Promise<Shown> => {
          if (typeof out !== "string") {
            const exported = await exportPerson(OPERATOR, email, await findEntities());
            return { json: exported, text: () => textOf(exported) };
          }
          const { items } = await makeFile(out, async (part) => {
            const exported = await exportPerson(OPERATOR, email, await findEntities());
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
    .description("erase a person's data; a user's account is closed")
    .addOption(dryRunOption())
    .option("--cancel", "first cancel the future bookings that the user hosts")
    .action(
      act(
        (call) => ({
          email: emailIn(call),
          isDryRun: isDryRun(call),
          mayCancel: call.options["cancel"] === true,
          wait: waiting(call.terminal),
        }),
        async ({ email, ...options }) => {
          const entities = await findEntities();
          const receipt = await erasePerson(OPERATOR, email, { ...options, entities });
          return {
            ...shownOne("receipt", receipt),
            ...(options.isDryRun && { remark: DRY_REMARK }),
            ...(receipt.notErased.length > 0 && { remark: NOT_ERASED, isFailure: true }),
          };
        },
      ),
    );
}

/** Waits this number of seconds, with a countdown on an interactive terminal. */
const waiting =
  (terminal: Terminal) =>
  async (seconds: number): Promise<void> => {
    for (let left = seconds; left > 0; left -= 1) {
      if (terminal.isWatched) terminal.err(`\rwaiting for writes in progress; next pass in ${left} s … `);
      await terminal.wait(1_000);
      wipeProgress(terminal);
    }
  };

const textOf = (exported: PersonExport): string => `${JSON.stringify(exported, null, 2)}\n`;

function emailIn({ args }: AdminCall): string {
  const email = z.email().safeParse(args[0]);
  if (!email.success) throw new UsageError("<email>: must be an email address");
  return email.data;
}
