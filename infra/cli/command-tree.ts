import { EventEmitter } from "node:events";
import type { Command } from "commander";

/** A command with an action, and the words that call it: `["users", "create"]`. */
export interface Leaf {
  words: string[];
  command: Command;
}

/** Every command with an action, in the order of the help. */
export const listCommands = (command: Command, words: readonly string[] = []): Leaf[] =>
  command.commands.flatMap((child) => {
    const own = [...words, child.name()];
    const below = listCommands(child, own);
    return below.length === 0 || acts(child) ? [{ words: own, command: child }, ...below] : below;
  });

/** Whether a command with subcommands has an action itself: it has options of its own, or is marked. */
const acts = (command: Command): boolean => ACTING.has(command);
const ACTING = new WeakSet<Command>();

/** Marks a command with subcommands that has an action itself. */
export function actsItself(command: Command): Command {
  ACTING.add(command);
  return command;
}

/** The text after the help of a command. */
function textAfterHelp(command: Command): string {
  let text = "";
  const write = (more: string): void => {
    text += more;
  };
  EventEmitter.prototype.emit.call(command, "afterHelp", { error: false, command, write });
  return text;
}

const SHOWN_AS = /^ {2}(.*npm run (?:--silent )?admin -- (?:--stack \S+ )?)(\S.*)$/;

/** The example lines in the text after the help of a command. */
export const examplesIn = (command: Command): string[] =>
  textAfterHelp(command)
    .split("\n")
    .filter((line) => SHOWN_AS.test(line));

/** The notes before the examples in the text after the help of a command. */
export const notesIn = (command: Command): string =>
  (textAfterHelp(command).split(/^Examples?:$/m)[0] ?? "").trim();

/** Adds to the help of each command the examples of its noun that call it. */
export function addOwnExamples(program: Command): void {
  for (const { words, command } of listCommands(program)) {
    const noun = program.commands.find((one) => one.name() === words[0]);
    if (noun === undefined || noun === command) continue;
    const own = examplesIn(noun).filter((line) => isExampleOf(line, words));
    if (own.length > 0) command.addHelpText("after", `\nExamples:\n${own.join("\n")}`);
  }
}

const isExampleOf = (line: string, words: readonly string[]): boolean =>
  `${SHOWN_AS.exec(line)?.[2]} `.startsWith(`${words.join(" ")} `);
