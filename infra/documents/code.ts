/** A text as code in Markdown. */
export const code = (value: unknown): string => `\`${String(value)}\``;
