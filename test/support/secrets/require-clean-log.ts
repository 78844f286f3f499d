import { readFileSync } from "node:fs";
import { LOG_FIELDS, LOG_LINES } from "#lib/platform/log-lines.ts";
import { METRICS, STACK_DIMENSION } from "#lib/platform/metrics.ts";
import { PERSONAL } from "#test/support/builders/sample-people.ts";

/** Patterns of API keys, codes, refresh tokens, reset links, webhook secrets, signed tokens, and the password of test users. */
const SECRETS = [
  /\b(sk|ac|rt|pr_\d+)_[\w-]{43}/,
  /whsec_[A-Za-z0-9+/]{22}/,
  /\bey[\w-]{10,}\.ey[\w-]+\.[\w-]+/,
  /correct horse battery/,
];

const METRIC_FIELDS = new Set([STACK_DIMENSION, "_aws", ...Object.keys(METRICS)]);
const TYPES = { text: "string", number: "number", boolean: "boolean" } as const;

/**
 * Throws if the log of a cloud's functions, from a byte on, contains a secret, personal data, or a line that
 * is not declared. The error names only the function and the kind. Returns the length of the log.
 */
export function requireCleanLog(logFile: string, start = 0): number {
  const log = readFileSync(logFile);
  const end = log.lastIndexOf("\n") + 1;
  for (const line of log.toString("utf8", start, end).split("\n")) {
    const space = line.indexOf(" ");
    const [functionId, text] = [line.slice(0, space), line.slice(space + 1)];
    const found = faultIn(text);
    if (found !== undefined) throw new Error(`The log of ${functionId} contains ${found}.`);
  }
  return end;
}

/** Returns what is wrong with a line, undefined if nothing is. */
export function faultIn(line: string): string | undefined {
  const secret = SECRETS.find((kind) => kind.test(line));
  if (secret) return `a secret: ${secret}`;
  const personal = PERSONAL.find((kind) => kind.test(line));
  if (personal) return `what is about people: ${personal}`;
  const fields = line.startsWith('{"level":') ? (JSON.parse(line) as Record<string, unknown>) : {};
  return typeof fields["event"] === "string" ? undeclaredIn(fields["event"], fields) : undefined;
}

function undeclaredIn(event: string, { level: _, event: __, ...fields }: Record<string, unknown>) {
  const line = new Map<string, { fields: readonly string[]; optional?: readonly string[] }>(
    Object.entries(LOG_LINES),
  ).get(event);
  if (!line) return `the event ${event}, which is not declared`;
  const known = [...line.fields, ...(line.optional ?? [])];
  const missing = line.fields.filter((name) => !(name in fields));
  if (missing.length > 0) return `${event} without ${missing.join(", ")}`;
  const stray = Object.entries(fields).filter(
    ([name, value]) => !METRIC_FIELDS.has(name) && !(known.includes(name) && isTyped(name, value)),
  );
  return stray.length > 0 ? `${event} with ${stray.map(([name]) => name).join(", ")}` : undefined;
}

const isTyped = (name: string, value: unknown): boolean => {
  const [type] = new Map<string, readonly [keyof typeof TYPES, string]>(Object.entries(LOG_FIELDS)).get(
    name,
  ) ?? ["text"];
  return typeof value === TYPES[type];
};
