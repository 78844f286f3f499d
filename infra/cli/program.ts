import { Command, type Option } from "commander";
import { actionsFor } from "./action.ts";
import { addOwnExamples } from "./command-tree.ts";
import { importNouns } from "./nouns.ts";
import { UsageError } from "./parse-options.ts";
import type { Terminal } from "./terminal.ts";

const AFTER = `
Uses the local service (in $LOCAL_DIR, default .local), or with --stack a deployed one.
Exit codes: 0 done, 1 failed (code and message on standard error), 2 invalid arguments.

Examples:
  npm run admin -- users create --email ann@example.com --name "Ann Arbor"
  npm run admin -- api-keys create --user ann@example.com --note laptop --expires 90d
  npm run admin -- event-types create --user ann@example.com --title "Half an hour" --length 30
  npm run admin -- --stack Almanac users list --json`;

/**
 * Creates the command line: `<noun> <verb> [ids] [--options]`.
 *
 * @param args - what it will parse: if they name a noun, other nouns may be left out
 * @throws {CommanderError} if a global option lacks its value
 */
export async function createProgram(terminal: Terminal, args: readonly string[] = []): Promise<Command> {
  const program = new Command("npm run admin --")
    .description("The operator's command line of a service.")
    .option("--stack <name>", "work on a deployed stack instead of the local service")
    .option(
      "--region <region>",
      "AWS region of the stack (default: AWS_REGION, AWS_DEFAULT_REGION or the profile's region)",
    )
    .option("--profile <name>", "AWS profile to use for the stack")
    .option("--json", "print JSON")
    .addHelpText("after", AFTER)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .exitOverride()
    .hook("preAction", (_, command) => rejectEmpty(command));
  const createAction = actionsFor(terminal);
  const { operands } = program.parseOptions([...args]);
  for (const add of await importNouns(operands)) await add(program, createAction);
  addOwnExamples(program);
  return program;
}

/**
 * Rejects empty options and arguments, which unset shell variables cause. A command that treated them as missing could apply to all
 * users.
 *
 * @throws {UsageError} that names each of them
 */
function rejectEmpty(command: Command): void {
  const values = command.optsWithGlobals();
  const empty = [
    ...command.registeredArguments.filter((_, at) => command.args[at] === "").map((one) => `<${one.name()}>`),
    ...optionsOf(command)
      .filter((option) => [values[option.attributeName()]].flat().includes(""))
      .map(({ long }) => long),
  ];
  if (empty.length > 0) throw new UsageError(empty.map((name) => `${name}: is empty`).join("\n"));
}

/** The options of a command and of its parent commands. */
const optionsOf = (command: Command | null): readonly Option[] =>
  command === null ? [] : [...command.options, ...optionsOf(command.parent)];
