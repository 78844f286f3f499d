import type { LogEvent, LogFields, LoggedMetric } from "./log-lines.ts";
import type { MetricFields } from "./metrics.ts";

type KnownFields<E extends LogEvent> = LogFields<E> & Partial<MetricFields<LoggedMetric<E>>>;
type KeysOf<F> = F extends unknown ? keyof F : never;

let output: { write(text: string): unknown } | undefined;

/** Writes all lines from now on to another stream than standard output, for programs that print results there. */
export function setLogOutput(stream: { write(text: string): unknown }): void {
  output = stream;
}

/**
 * Writes one structured line, which may contain metrics. It accepts only the fields that its event declares (`log-lines.ts`): never bodies,
 * headers, tokens, secrets, names or texts of people. It does not use the console, because Lambda's console adds a prefix to each line.
 */
export function log<E extends LogEvent, F extends KnownFields<E>>(
  level: "info" | "warn" | "error",
  event: E,
  fields: F & Record<Exclude<KeysOf<F>, keyof KnownFields<E>>, never>,
): void {
  (output ?? process.stdout).write(`${JSON.stringify({ level, event, ...fields })}\n`);
}
