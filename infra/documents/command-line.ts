import type { Command, Option } from "commander";
import { examplesIn, type Leaf, leavesOf } from "#infra/cli/command-tree.ts";
import { EXIT_CODES } from "#infra/cli/exit-codes.ts";
import { makeProgram } from "#infra/cli/program.ts";
import { code } from "./code.ts";
import { markdownTable } from "./markdown-table.ts";

/** `docs/command-line.md`: every command, from what the command line itself knows. */
export function commandLineDocument(): string {
  const program = makeProgram(SILENT);
  const leaves = leavesOf(program);
  const codes = Object.values(EXIT_CODES).map(({ code, says }) => [String(code), says]);
  const nouns = program.commands.map((noun) =>
    nounSection(
      noun,
      leaves.filter(({ words }) => words[0] === noun.name()),
    ),
  );
  return `# The command line

\`\`\`text
npm run admin -- <noun> <verb> [ids] [--options]
\`\`\`

It works on the local service (that of \`$LOCAL_DIR\`, else \`.local\`), or with \`--stack\` on a deployed one: with the operator's own AWS
credentials, and by the outputs of the stack. Users are named by id or email, teams by id or slug, in every command. What a command is
done to stands before the options, and whose it is among them: \`api-keys revoke 7 --user ann@example.com\`. A membership is named
by two things, which are both options. \`--help\` behind any word says what may follow.

${markdownTable(["Anywhere", "What it does"], program.options.map(optionRow))}
Standard output has the answer alone: a table, or with \`--json\` one object. Remarks, progress, failures and log lines go to
standard error.

${markdownTable(["Exit code", "Says"], codes)}
With \`--if-missing\` a command that makes something keeps what is there already, so a script may run twice. With \`--dry-run\` one that
ends or overwrites something for good changes nothing and shows what it would be done to. Long work draws its progress where somebody
watches. An option or argument without text, as a variable that is not set leaves it, is refused: what is to be cleared is said by
\`none\`, where an option has it.

${nouns.join("\n")}`;
}

const SILENT = { out: () => {}, err: () => {}, read: async () => "", wait: async () => {} };

function nounSection(noun: Command, leaves: readonly Leaf[]): string {
  const rows = leaves.map(({ words, command }) => [
    code([...words, ...command.registeredArguments.map((argument) => `<${argument.name()}>`)].join(" ")),
    escaped(command.description()),
    command.options.map(shownOption).join("<br>"),
  ]);
  const examples = examplesIn(noun).map((line) => `${line.trim()}\n`);
  return `## ${noun.name()}

${capital(noun.description())}.

${markdownTable(["Command", "What it does", "Options"], rows)}
${examples.length > 0 ? `\`\`\`sh\n${examples.join("")}\`\`\`\n` : ""}`;
}

const optionRow = (option: Option): string[] => [code(option.flags), escaped(option.description)];

const shownOption = ({ flags, description, mandatory, defaultValue }: Option): string =>
  [
    code(flags),
    mandatory ? " (needed)" : "",
    ` ${escaped(description)}`,
    defaultValue === undefined || defaultValue === false ? "" : ` (default: ${defaultValue})`,
  ].join("");

const escaped = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
