import { join } from "node:path";
import type { Command } from "commander";
import type { CreateAction } from "./action.ts";
import { listResult } from "./command-result.ts";
import { createDemoFile } from "./demo-file.ts";
import { localDirectory } from "./open-target.ts";
import { UsageError } from "./parse-options.ts";

const COLUMNS = ["user", "id", "email", "role", "password", "apiKey"] as const;

const EXAMPLES = `
Passwords and keys are random, and the service cannot print them again: they are only in this file.

Examples:
  npm run admin -- seed demo
  npm run admin -- --stack Almanac-dev seed demo --out demo.json`;

/** Adds the command that creates the demo data. */
export function addSeed(program: Command, createAction: CreateAction): void {
  program
    .command("seed")
    .description("data to try the service with")
    .addHelpText("after", EXAMPLES)
    .command("demo")
    .description("create users, teams, event types and applications, or complete an interrupted run")
    .option("--out <file>", "file for the ids and secrets (default: demo.json of the local service)")
    .action(
      createAction(
        ({ options: { out, stack } }) => {
          if (typeof out === "string") return out;
          if (stack !== undefined) throw new UsageError("--out: is required with --stack");
          return join(localDirectory(), "demo.json");
        },
        async (file, target) => {
          const { demo, isNew } = await createDemoFile(target, file);
          const users = Object.entries(demo.users).map(([user, fields]) => ({ user, ...fields }));
          const remark = isNew ? `Written to ${file}.` : `${file} is complete. Nothing was changed.`;
          return { ...listResult("users", users, COLUMNS), json: demo, remark };
        },
      ),
    );
}
