import type { MetricDirectives } from "./metrics.ts";

type Field = string | number | boolean | undefined | MetricDirectives;

/**
 * Writes one structured line, which may be a metric, too. Only named scalar fields go in: never bodies, headers, tokens, secrets or
 * addresses. The console is not used, because Lambda's writes a prefix before each line.
 */
export function log(level: "info" | "warn" | "error", event: string, fields: Record<string, Field>): void {
  process.stdout.write(`${JSON.stringify({ level, event, ...fields })}\n`);
}
