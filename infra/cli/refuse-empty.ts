import type { Command, Option } from "commander";
import { UsageError } from "./parse-options.ts";

/**
 * Refuses options and arguments without text: a variable of the shell that is not set leaves them, and taken for none they would
 * mean everybody.
 *
 * @throws {UsageError} that names each
 */
export function refuseEmpty(command: Command): void {
  const values = command.optsWithGlobals();
  const empty = [
    ...command.registeredArguments.filter((_, at) => command.args[at] === "").map((one) => `<${one.name()}>`),
    ...optionsOf(command)
      .filter((option) => [values[option.attributeName()]].flat().includes(""))
      .map(({ long }) => long),
  ];
  if (empty.length > 0) throw new UsageError(empty.map((name) => `${name}: is empty`).join("\n"));
}

/** The options of a command, and those of the words before it. */
const optionsOf = (command: Command | null): Option[] =>
  command === null ? [] : [...command.options, ...optionsOf(command.parent)];
