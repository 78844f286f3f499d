import type { LogEvent, LogFields, LoggedMetric } from "./log-lines.ts";
import type { MetricFields } from "./metrics.ts";

type KnownFields<E extends LogEvent> = LogFields<E> & Partial<MetricFields<LoggedMetric<E>>>;
type KeysOf<F> = F extends unknown ? keyof F : never;

let output: { write(text: string): unknown } | undefined;

/** Sends all lines from now on elsewhere than to standard output; for programs that answer there. */
export function setLogOutput(stream: { write(text: string): unknown }): void {
  output = stream;
}

/**
 * Writes one structured line, which may be a metric, too. Only the fields its event is declared with go in (`log-lines.ts`): never
 * bodies, headers, tokens, secrets, or what people wrote or are called. The console is not used, because Lambda's writes a prefix
 * before each line.
 */
export function log<E extends LogEvent, F extends KnownFields<E>>(
  level: "info" | "warn" | "error",
  event: E,
  fields: F & Record<Exclude<KeysOf<F>, keyof KnownFields<E>>, never>,
): void {
  (output ?? process.stdout).write(`${JSON.stringify({ level, event, ...fields })}\n`);
}
