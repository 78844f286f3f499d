import { join } from "node:path";
import { Argument, type Command } from "commander";
import { PROJECT } from "#infra/project.ts";
import { listCommands, type RunnableCommand } from "./command-tree.ts";
import type { Terminal } from "./terminal.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

const EXAMPLES = `
The script defines the command \`almanac\`, which runs \`npm run admin --\` from any folder, with completion.

Examples:
  npm run --silent admin -- completion bash >> ~/.bashrc
  npm run --silent admin -- completion fish > ~/.config/fish/completions/almanac.fish`;

/** Adds the command that prints a completion script; it needs no service. */
export function addCompletion(program: Command, terminal: Terminal): void {
  program
    .command("completion")
    .description("print a completion script for a shell")
    .addArgument(new Argument("<shell>", "which shell").choices([...SHELLS]))
    .addHelpText("after", EXAMPLES)
    .action((shell: Shell, _, command: Command) => {
      const script = completionScript(program, shell);
      const isJson = command.optsWithGlobals()["json"] === true;
      terminal.out(isJson ? `${JSON.stringify({ completion: { shell, script } }, null, 2)}\n` : script);
    });
}

/** Returns the completion script of a shell: the command, and the possible next words after each sequence of words. */
function completionScript(program: Command, shell: Shell): string {
  const main = join(PROJECT, "infra/cli/main.ts");
  const run = `${shellWord(process.execPath)} ${shellWord(main)}`;
  const words = [...listNextWords(program)];
  const exceptions = exceptionsOf(program);
  switch (shell) {
    case "bash":
      return `almanac() { ${run} "$@"; }\n${bashFunction(words, exceptions)}complete -F _almanac almanac\n`;
    case "zsh":
      return `autoload -Uz compinit bashcompinit && compinit && bashcompinit\nalmanac() { ${run} "$@"; }\n${bashFunction(words, exceptions)}complete -F _almanac almanac\n`;
    case "fish":
      return `function almanac\n  ${run} $argv\nend\n${fishFunction(exceptions)}${words.map(fishLine).join("")}`;
    default:
      return shell satisfies never;
  }
}

/** Returns the possible next words and options, by the preceding words joined by spaces. */
function listNextWords(program: Command): Map<string, string[]> {
  const leaves = listCommands(program);
  const found = new Map<string, string[]>();
  const add = (before: readonly string[], word: string): void => {
    const key = before.join(" ");
    found.set(key, [...new Set([...(found.get(key) ?? []), word])]);
  };
  for (const { words } of leaves) for (const [at, word] of words.entries()) add(words.slice(0, at), word);
  for (const leaf of leaves) for (const word of wordsAfter(leaf, program)) add(leaf.words, word);
  return found;
}

const wordsAfter = ({ command }: RunnableCommand, program: Command): string[] => [
  ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  ...[...command.options, ...program.options].flatMap(({ long }) => long ?? []),
];

type NextWords = readonly [before: string, words: readonly string[]];

/** Words that are not part of a command's name. */
interface Exceptions {
  /** Options whose next word is their value. */
  valued: string[];
  /** Commands of one word: their next word is an argument. After two words the next one always is. */
  single: string[];
}

const exceptionsOf = (program: Command): Exceptions => ({
  valued: program.options.filter(({ required }) => required).flatMap(({ long }) => long ?? []),
  single: listCommands(program).flatMap(({ words, command }) =>
    words.length === 1 && command.commands.length === 0 ? words : [],
  ),
});

/** The bash function. `before` contains neither options nor the word that is being typed. Bash treats `=` as a word. */
const bashFunction = (
  nextWords: readonly NextWords[],
  { valued, single }: Exceptions,
): string => `_almanac() {
  local word words before="" at
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    word="\${COMP_WORDS[at]}"
    case "$word" in
      ${valued.join("|")}) [[ "\${COMP_WORDS[at + 1]}" != "=" ]] || ((at++)); ((at++)) ;;
      -*) ;;
      *) case "$before" in *" "*|${single.join("|")}) ;; *) before="\${before:+$before }$word" ;; esac ;;
    esac
  done
  ((at == COMP_CWORD)) || return
  case "$before" in
${nextWords.map(([before, words]) => `    "${before}") words="${words.join(" ")}" ;;\n`).join("")}    *) words="" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
`;

/** The fish function: tests whether the preceding words are the given ones, and no option's value is being typed. */
const fishFunction = ({ valued, single }: Exceptions): string => `function __almanac_after
  set -l words (commandline -opc)
  set -l before
  set -l at 2
  while test $at -le (count $words)
    switch $words[$at]
      case ${valued.join(" ")}
        set at (math $at + 1)
      case '-*'
      case '*'
        switch "$before"
          case '* *' ${single.join(" ")}
          case '*'
            set -a before $words[$at]
        end
    end
    set at (math $at + 1)
  end
  test $at -eq (math (count $words) + 1); and test "$argv" = "$before"
end
`;

const fishLine = ([before, words]: NextWords): string =>
  `complete -c almanac -f -n '${`__almanac_after ${before}`.trim()}' -a '${words.join(" ")}'\n`;

const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
