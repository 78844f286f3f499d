import { InvalidArgumentError } from "commander";
import type * as z from "zod";
import { issueText } from "#lib/http/issue-text.ts";

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
  const values = Object.keys(schema.shape).flatMap((field) => {
    const value = options[attributeOf(field)];
    return value === undefined ? [] : [[field, value === NONE ? null : value]];
  });
  const parsed = schema.safeParse(Object.fromEntries(values), { error: issueText });
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) =>
    path[0] === undefined ? message : `${optionOf(String(path[0]))}: ${message}`,
  );
  throw new UsageError(lines.join("\n"));
}

/** Parses a whole number. */
export function parseWholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

/** Parses a whole number, or `none` for null. */
export const parseWholeNumberOrNone = (text: string): number | symbol =>
  text === "none" ? NONE : parseWholeNumber(text);

/** Parses JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new InvalidArgumentError("It must be JSON.");
    throw error;
  }
}

/** Parses text, or `none` for null. */
export const parseTextOrNone = (text: string): string | symbol => (text === "none" ? NONE : text);

/** Converts a value, such as that of an enum, to upper case. */
export const parseUpperCase = (text: string): string => text.toUpperCase();

/** Converts a value to upper case, or `none` to null. */
export const parseUpperCaseOrNone = (text: string): string | symbol =>
  text === "none" ? NONE : parseUpperCase(text);

/** Parses an option that can be repeated, and collects its values. */
export const collect =
  <T>(parse: (text: string) => T) =>
  (text: string, previous: readonly T[] = []): T[] => [...previous, parse(text)];

/** Fields whose option has a different name. The option of any other field has the same name: `timeZone` is `--time-zone`. */
const OPTIONS: Record<string, string> = {
  availability: "hours",
  bookingFields: "bookingField",
  expiresAt: "expires",
  isDefault: "default",
  isOrganization: "organization",
  lengths: "otherLength",
  locations: "location",
  overrides: "override",
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
