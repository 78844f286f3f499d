/** Formats a value as code in Markdown. */
export const code = (value: unknown): string => `\`${String(value)}\``;

/** Formats a table in GitHub's Markdown, with a line break at the end. */
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
