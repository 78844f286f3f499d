import type { Command } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import { listSigningKeys, toShownKeys } from "#lib/identity/oauth/signing-keys/list.ts";
import { rotateSigningKeys } from "#lib/identity/oauth/signing-keys/rotate.ts";
import type { CreateAction } from "./action.ts";
import { listResult } from "./command-result.ts";

const EXAMPLES = `
They sign the access tokens of applications, and rotate automatically every 90 days.

Examples:
  npm run admin -- keys list
  npm run admin -- keys rotate
  npm run admin -- keys rotate --stolen`;

const COLUMNS = ["kid", "status", "createdAt", "signsFrom"] as const;

/** Adds the commands that show and change the keys that sign access tokens. */
export function addKeys(program: Command, createAction: CreateAction): void {
  const keys = program
    .command("keys")
    .description("the keys that sign access tokens")
    .addHelpText("after", EXAMPLES);
  keys
    .command("list")
    .description("list the current and next signing keys, and earlier ones with valid tokens")
    .action(
      createAction(
        () => undefined,
        async () => listResult("keys", await listSigningKeys(OPERATOR), COLUMNS),
      ),
    );
  keys
    .command("rotate")
    .description("sign with the next key in two minutes; all tokens stay valid")
    .option("--stolen", "sign with a new key immediately; all other tokens become invalid within 30 seconds")
    .action(
      createAction(
        ({ options: { stolen } }) => ({ isStolen: stolen === true }),
        async (how) => listResult("keys", toShownKeys(await rotateSigningKeys(OPERATOR, how)), COLUMNS),
      ),
    );
}
