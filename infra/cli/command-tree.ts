import { EventEmitter } from "node:events";
import type { Command } from "commander";

/** A command that does something, with the words that call it: `["users", "create"]`. */
export interface Leaf {
  words: string[];
  command: Command;
}

/** Every command that does something, in the order of the help. */
export const leavesOf = (command: Command, words: readonly string[] = []): Leaf[] =>
  command.commands.flatMap((child) => {
    const own = [...words, child.name()];
    const below = leavesOf(child, own);
    return below.length === 0 || acts(child) ? [{ words: own, command: child }, ...below] : below;
  });

/** Whether a command with others below it does something itself: it then takes options of its own, or says so. */
const acts = (command: Command): boolean => ACTING.has(command);
const ACTING = new WeakSet<Command>();

/** Notes that a command with others below it does something itself. */
export function actsItself(command: Command): Command {
  ACTING.add(command);
  return command;
}

/** What a command says after its help. */
function textAfterHelp(command: Command): string {
  let text = "";
  const write = (more: string): void => {
    text += more;
  };
  EventEmitter.prototype.emit.call(command, "afterHelp", { error: false, command, write });
  return text;
}

const SHOWN_AS = /^ {2}(.*npm run (?:--silent )?admin -- (?:--stack \S+ )?)(\S.*)$/;

/** The example lines in what a command says after its help. */
export const examplesIn = (command: Command): string[] =>
  textAfterHelp(command)
    .split("\n")
    .filter((line) => SHOWN_AS.test(line));

/** Shows each command those examples of its noun that are its own. */
export function addOwnExamples(program: Command): void {
  for (const { words, command } of leavesOf(program)) {
    const noun = program.commands.find((one) => one.name() === words[0]);
    if (noun === undefined || noun === command) continue;
    const own = examplesIn(noun).filter((line) => isExampleOf(line, words));
    if (own.length > 0) command.addHelpText("after", `\nExamples:\n${own.join("\n")}`);
  }
}

const isExampleOf = (line: string, words: readonly string[]): boolean =>
  `${SHOWN_AS.exec(line)?.[2]} `.startsWith(`${words.join(" ")} `);
