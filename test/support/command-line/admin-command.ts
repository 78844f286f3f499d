import { CommanderError } from "commander";
import { listCommands } from "#infra/cli/command-tree.ts";
import { createProgram } from "#infra/cli/program.ts";
import { SILENT_TERMINAL } from "#infra/cli/terminal.ts";

/** The nouns of the command line. */
export const ADMIN_NOUNS = (await createProgram(SILENT_TERMINAL)).commands.map((command) => command.name());

/**
 * Parses arguments with the grammar of the command line and returns its error, if any: an unknown command or option, or an invalid
 * value. If the command is not whole, required options and arguments may be missing.
 */
export async function adminFault(
  words: readonly string[],
  { isWhole }: { isWhole: boolean },
): Promise<string | undefined> {
  if (words.length === 0) return undefined;
  const program = await createProgram(SILENT_TERMINAL, words);
  for (const { command } of listCommands(program)) {
    command.action(() => {});
    if (isWhole) continue;
    for (const option of command.options) option.makeOptionMandatory(false);
    for (const argument of command.registeredArguments) argument.argOptional();
  }
  try {
    program.parse(words, { from: "user" });
    return undefined;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? undefined : error.message;
  }
}
