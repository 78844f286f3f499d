import type { Command } from "commander";
import { OPERATOR } from "#lib/caller.ts";
import { listSigningKeys, shownKeys } from "#lib/oauth/signing-keys/list.ts";
import { rotateSigningKeys } from "#lib/oauth/signing-keys/rotate.ts";
import type { Act } from "./act.ts";
import { shownList } from "./shown.ts";

const EXAMPLES = `
They sign the access tokens of applications, and change every 90 days by themselves.

Examples:
  npm run admin -- keys list
  npm run admin -- keys rotate
  npm run admin -- keys rotate --stolen`;

const COLUMNS = ["kid", "status", "createdAt", "signsFrom"] as const;

/** Adds the commands that show and change the keys that sign access tokens. */
export function addKeys(program: Command, act: Act): void {
  const keys = program
    .command("keys")
    .description("the keys that sign access tokens")
    .addHelpText("after", EXAMPLES);
  keys
    .command("list")
    .description("list the keys that sign, that will, and that did while their tokens last")
    .action(
      act(
        () => undefined,
        async () => shownList("keys", await listSigningKeys(OPERATOR), COLUMNS),
      ),
    );
  keys
    .command("rotate")
    .description("let the next key sign in two minutes; no token stops working")
    .option("--stolen", "a new key signs at once, and every token of the others stops within 30 seconds")
    .action(
      act(
        ({ options: { stolen } }) => ({ isStolen: stolen === true }),
        async (how) => shownList("keys", shownKeys(await rotateSigningKeys(OPERATOR, how)), COLUMNS),
      ),
    );
}
