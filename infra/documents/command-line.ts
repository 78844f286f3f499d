import type { Command, Option } from "commander";
import { examplesIn, listCommands, notesIn, type RunnableCommand } from "#infra/cli/command-tree.ts";
import { EXIT_CODES } from "#infra/cli/exit-codes.ts";
import { createProgram } from "#infra/cli/program.ts";
import { SILENT_TERMINAL } from "#infra/cli/terminal.ts";
import { code, markdownTable } from "./markdown.ts";

/** `docs/command-line.md`: every command, generated from its definition. */
export async function commandLineDocument(): Promise<string> {
  const program = await createProgram(SILENT_TERMINAL);
  const commands = listCommands(program);
  const codes = Object.values(EXIT_CODES).map(({ code, meaning }) => [String(code), meaning]);
  const nouns = program.commands.map((noun) =>
    nounSection(
      noun,
      commands.filter(({ words }) => words[0] === noun.name()),
    ),
  );
  return `# The command line

\`\`\`text
npm run admin -- <noun> <verb> [ids] [--options]
\`\`\`

Commands use the local service (in \`$LOCAL_DIR\`, default \`.local\`), which \`npm start\` must have started. With \`--stack\` they use a deployed service:
they read the outputs of the stack, and access the table and the queues with the operator's own AWS credentials
([permissions](runbooks/operators-machine.md)). They need no API key.

- Users are named by id or email, teams by id or slug, in every command.
- The id of the resource is an argument, its owner an option: \`api-keys revoke 7 --user ann@example.com\`. A membership is named by
  both ids: \`7_3\` is user 7 in team 3.
- \`--help\` works after every word: \`npm run admin -- users --help\`.

${markdownTable(["Global option", "What it does"], program.options.map(optionRow))}
The result is on standard output: a table, or with \`--json\` one JSON object. Remarks, errors and log lines are on standard error.
In a terminal, tables are wrapped to its width, and have colors unless \`NO_COLOR\` is set.
In scripts add \`--silent\` for npm, which otherwise prints lines of its own: \`npm run --silent admin -- users list --json\`.

${markdownTable(["Exit code", "Meaning"], codes)}
- \`--if-missing\`: if the resource exists, the command keeps it unchanged and succeeds, so a script can run twice.
- \`--dry-run\`: the command shows what it would delete or overwrite, and changes nothing.
- Empty options and arguments, for example from an unset variable, are rejected. To clear a value, pass \`none\` where the option accepts
  it.

${nouns.join("\n")}`;
}

function nounSection(noun: Command, commands: readonly RunnableCommand[]): string {
  const rows = commands.map(({ words, command }) => [
    code([...words, ...command.registeredArguments.map((argument) => `<${argument.name()}>`)].join(" ")),
    escaped(command.description()),
    command.options.map(shownOption).join("<br>"),
  ]);
  const examples = examplesIn(noun).map((line) => `${line.trim()}\n`);
  const notes = notesIn(noun);
  return `## ${noun.name()}

${capital(noun.description())}.

${notes === "" ? "" : `${escaped(notes)}\n\n`}${markdownTable(["Command", "What it does", "Options"], rows)}
${examples.length > 0 ? `\`\`\`sh\n${examples.join("")}\`\`\`\n` : ""}`;
}

const optionRow = (option: Option): string[] => [code(option.flags), escaped(option.description)];

const shownOption = ({ flags, description, mandatory, defaultValue }: Option): string =>
  [
    code(flags),
    mandatory ? " (required)" : "",
    ` ${escaped(description)}`,
    defaultValue === undefined || defaultValue === false ? "" : ` (default: ${defaultValue})`,
  ].join("");

const escaped = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
