/** Formats a value as code in Markdown. */
export const code = (value: unknown): string => `\`${String(value)}\``;

/** Formats a table in GitHub's Markdown, with a line break at the end. */
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("");

/** Replaces the table of a document that has the same head. Throws if there is none. */
export function withTable(document: string, table: string): string {
  const [head = ""] = table.split("\n", 1);
  const start = document.indexOf(`\n${head}\n`) + 1;
  if (start === 0) throw new Error(`no table has the head ${head}`);
  return document.slice(0, start) + table + document.slice(document.indexOf("\n\n", start) + 1);
}
