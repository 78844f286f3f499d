import type { Command, Option } from "commander";
import { UsageError } from "./parse-options.ts";

/**
 * Rejects empty options and arguments: an unset shell variable causes them, and a command that treated them as missing would
 * apply to everybody.
 *
 * @throws {UsageError} that names each of them
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

/** The options of a command and of its parent commands. */
const optionsOf = (command: Command | null): Option[] =>
  command === null ? [] : [...command.options, ...optionsOf(command.parent)];
