import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import * as z from "zod";
import { listEntities } from "#infra/entities.ts";
import { OPERATOR } from "#lib/caller.ts";
import { erasePerson, USUAL_PASSES } from "#lib/operations/privacy/erase.ts";
import { exportPerson, type PersonExport } from "#lib/operations/privacy/export.ts";
import type { AdminCall, CreateAction } from "./action.ts";
import { type CommandResult, objectResult } from "./command-result.ts";
import { createFile } from "./create-file.ts";
import { DRY_RUN_REMARK, dryRunOption, isDryRun } from "./dry-run.ts";
import { UsageError } from "./parse-options.ts";
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
export function addPrivacy(program: Command, createAction: CreateAction): void {
  const privacy = program
    .command("privacy")
    .description("export or erase a person's data, by email address")
    .addHelpText("after", EXAMPLES);
  privacy
    .command("export <email>")
    .description("export a person's data as JSON")
    .option("--out <file>", "write to a file only its owner can read, instead of standard output")
    .action(
      createAction(
        (call) => ({ email: parseEmail(call), out: call.options["out"] }),
        async ({ email, out }): Promise<CommandResult> => {
          if (typeof out !== "string") {
            const exported = await exportPerson(OPERATOR, email, await listEntities());
            return { json: exported, text: () => textOf(exported) };
          }
          const { items } = await createFile(out, async (part) => {
            const exported = await exportPerson(OPERATOR, email, await listEntities());
            await writeFile(part, textOf(exported), { flush: true });
            return exported;
          });
          return objectResult("export", { file: out, kinds: Object.keys(items).length });
        },
      ),
    );
  addErase(privacy, createAction);
}

function addErase(privacy: Command, createAction: CreateAction): void {
  privacy
    .command("erase <email>")
    .description("erase a person's data; a user's account is closed")
    .addOption(dryRunOption())
    .option("--cancel", "first cancel the future bookings that the user hosts")
    .action(
      createAction(
        (call) => ({
          email: parseEmail(call),
          isDryRun: isDryRun(call),
          mayCancel: call.options["cancel"] === true,
          wait: createWait(call.terminal),
          reportPass: (pass: number) => call.terminal.err(`Pass ${pass} of about ${USUAL_PASSES} …\n`),
        }),
        async ({ email, ...options }) => {
          const entities = await listEntities();
          const receipt = await erasePerson(OPERATOR, email, { ...options, entities });
          return {
            ...objectResult("receipt", receipt),
            ...(options.isDryRun && { remark: DRY_RUN_REMARK }),
            ...(receipt.notErased.length > 0 && { remark: NOT_ERASED, isFailure: true }),
          };
        },
      ),
    );
}

/** Creates a function that waits for some seconds and says so. */
const createWait =
  (terminal: Terminal) =>
  async (seconds: number): Promise<void> => {
    terminal.err(`Waiting ${seconds} s for writes in progress …\n`);
    await terminal.wait(seconds * 1_000);
  };

const textOf = (exported: PersonExport): string => `${JSON.stringify(exported, null, 2)}\n`;

function parseEmail({ args }: AdminCall): string {
  const email = z.email().safeParse(args[0]);
  if (!email.success) throw new UsageError("<email>: must be an email address");
  return email.data;
}
