/** The fenced blocks of a document in these languages, in order, without the indentation of a list. */
export const blocksIn = (markdown: string, languages: readonly string[]): string[] =>
  [...markdown.matchAll(/^( *)```(\S*)\n(.*?)^ *```$/gms)]
    .filter(([, , language = ""]) => languages.includes(language))
    .map(([, indent = "", , text = ""]) => text.replaceAll(new RegExp(`^${indent}`, "gm"), ""));

/** The blocks of shell commands of a document. */
export const shellBlocks = (markdown: string): string[] => blocksIn(markdown, ["sh", "bash", "console"]);

/** The start of a command: variables and a program. */
const START = String.raw`(?:[A-Z_]+=\S+ )*(?:npm|npx|node|aws|cdk|git) `;

/** Commands that {@link shellBlocks} doesn't find: indented, or in blocks without a language. */
export const unmarkedCommands = (markdown: string): string[] => [
  ...blocksIn(markdown, [""]).filter((text) => new RegExp(`^${START}`, "m").test(text)),
  ...[...markdown.matchAll(new RegExp(`^(?: {4}|\\t)(${START}.*)$`, "gm"))].map(([, line = ""]) => line),
];

/**
 * The commands in running text: `npm run check`, or those of the command line without `npm run admin --`:
 * `… keys list` and `users lock`.
 */
export function inlineCommands(markdown: string, nouns: readonly string[]): string[] {
  const prose = markdown.replaceAll(/^( *)```.*?^ *```$/gms, "");
  const spans = [...prose.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span.replaceAll(/\s+/g, " "));
  const own = new RegExp(`^(?:… )?((?:${nouns.join("|")}) [a-z-]+( .*)?)$`);
  return spans.flatMap((span) => {
    if (new RegExp(`^${START}`).test(span)) return [span];
    const [, command] = own.exec(span) ?? [];
    return command === undefined ? [] : [`npm run admin -- ${command}`];
  });
}
