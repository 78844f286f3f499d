import { EventEmitter } from "node:events";
import type { Command } from "commander";

/** A command with an action, and its words, such as `["users", "create"]`. */
export interface RunnableCommand {
  words: string[];
  command: Command;
}

/** Lists all commands with an action, in the order of the help. */
export const listCommands = (command: Command, words: readonly string[] = []): RunnableCommand[] =>
  command.commands.flatMap((child) => {
    const childWords = [...words, child.name()];
    const subcommands = listCommands(child, childWords);
    return subcommands.length === 0 || RUNNABLE.has(child)
      ? [{ words: childWords, command: child }, ...subcommands]
      : subcommands;
  });

/** Commands with both subcommands and an action. */
const RUNNABLE = new WeakSet<Command>();

/** Marks a command with subcommands that has an action itself. */
export function markAsRunnable(command: Command): Command {
  RUNNABLE.add(command);
  return command;
}

/** Renders the text after the help of a command. */
function textAfterHelp(command: Command): string {
  let text = "";
  const write = (more: string): void => {
    text += more;
  };
  EventEmitter.prototype.emit.call(command, "afterHelp", { error: false, command, write });
  return text;
}

const SHOWN_AS = /^ {2}(.*npm run (?:--silent )?admin -- (?:--stack \S+ )?)(\S.*)$/;

/** Returns the example lines in the text after the help of a command. */
export const examplesIn = (command: Command): string[] =>
  textAfterHelp(command)
    .split("\n")
    .filter((line) => SHOWN_AS.test(line));

/** Returns the notes before the examples in the text after the help of a command. */
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
