type Field = string | number | boolean | undefined;

/**
 * Writes one structured line. Only named scalar fields go in: never bodies, headers, tokens, secrets or addresses.
 */
export function log(level: "info" | "warn" | "error", event: string, fields: Record<string, Field>): void {
  console.log(JSON.stringify({ level, event, ...fields }));
}
