import { InvalidArgumentError } from "commander";
import type * as z from "zod";
import { issueText } from "#lib/entry/http/issue-text.ts";

/** The options of a command, as commander returns them. */
export type Options = Readonly<Record<string, unknown>>;

/** Replaces null, which commander treats as an option without a value. */
const NONE = Symbol("none");

/** The arguments of a command are invalid; nothing was done. */
export class UsageError extends Error {}

/**
 * Reads the fields of a model from the options of a command.
 *
 * @throws {UsageError} that names every failing option
 */
export function parseOptions<S extends z.ZodObject>(schema: S, options: Options): z.output<S> {
  const values = valuesOf(Object.keys(schema.shape), options);
  const parsed = schema.safeParse(values, { error: issueText });
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) =>
    path[0] === undefined ? message : `${optionOf(String(path[0]))}: ${message}`,
  );
  throw new UsageError(lines.join("\n"));
}

/** The values of fields that have an option, by field. */
export const valuesOf = (fields: readonly string[], options: Options): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = options[attributeOf(field)];
      return value === undefined ? [] : [[field, value === NONE ? null : value]];
    }),
  );

/** Parses a whole number. */
export function parseWholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

/** Parses the maximum number of elements of a list. */
export function parseTake(text: string): number {
  const take = parseWholeNumber(text);
  if (take === 0) throw new InvalidArgumentError("It must be 1 or more.");
  return take;
}

/** Returns a parser that also accepts `none` for null. */
export const orNone =
  (parse: (text: string) => unknown) =>
  (text: string): unknown =>
    text === "none" ? NONE : parse(text);

/** Parses JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new InvalidArgumentError("It must be JSON.");
    throw error;
  }
}

/** Converts a value, such as that of an enum, to upper case. */
export const parseUpperCase = (text: string): string => text.toUpperCase();

/** Parses an option that can be repeated, and collects its values. */
export const collect =
  <T>(parse: (text: string) => T) =>
  (text: string, previous: readonly T[] = []): T[] => [...previous, parse(text)];

/** Fields whose option has a different name. The option of any other field has the same name: `timeZone` is `--time-zone`. */
const OPTIONS: Record<string, string> = {
  expiresAt: "expires",
  isOrganization: "organization",
  paymentOption: "option",
  redirectUris: "redirectUri",
  scopes: "scope",
  teamId: "team",
  userId: "user",
};

/** The attribute under which commander stores the option of a field. */
const attributeOf = (field: string): string => OPTIONS[field] ?? field;

/** The option of a field on the command line. */
export const optionOf = (field: string): string =>
  `--${attributeOf(field).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The problem of a field, by its option or argument; `pointer` is that of a request, such as `#/query/status`. */
export function problemText({ pointer, message }: { pointer: string; message: string }): string {
  const [, part, name] = /^#(?:\/(path|query))?\/([^/]+)/.exec(pointer) ?? [];
  if (name === undefined) return message;
  return `${part === "path" ? `<${name}>` : optionOf(name)}: ${message}`;
}
