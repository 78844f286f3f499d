import { InvalidArgumentError } from "commander";
import type * as z from "zod";
import { issueText } from "#lib/http/issue-text.ts";
import { attributeOf, optionOf } from "./option-names.ts";

/** The options of one command as commander returns them. */
export type Options = Readonly<Record<string, unknown>>;

/** Represents null, which commander treats as an option without a value. */
const NONE = Symbol("none");

/** The arguments of the command are invalid; nothing was done. */
export class UsageError extends Error {}

/**
 * Reads the fields of a model from the options of a command.
 *
 * @throws {UsageError} that names every failing option
 */
export function parseOptions<S extends z.ZodObject>(schema: S, options: Options): z.output<S> {
  const given = Object.keys(schema.shape).flatMap((field) => {
    const value = options[attributeOf(field)];
    return value === undefined ? [] : [[field, value === NONE ? null : value]];
  });
  const parsed = schema.safeParse(Object.fromEntries(given), { error: issueText });
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) =>
    path[0] === undefined ? message : `${optionOf(String(path[0]))}: ${message}`,
  );
  throw new UsageError(lines.join("\n"));
}

/** Reads a whole number, e.g. `30`. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

/** Reads a whole number, or `none` for null. */
export const wholeNumberOrNone = (text: string): number | symbol =>
  text === "none" ? NONE : wholeNumber(text);

/** Reads JSON. */
export function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new InvalidArgumentError("It must be JSON.");
    throw error;
  }
}

/** Reads text, or `none` for null. */
export const textOrNone = (text: string): string | symbol => (text === "none" ? NONE : text);

/** Reads a value of an enum, in upper or lower case. */
export const word = (text: string): string => text.toUpperCase();

/** Reads a value of an enum, or `none` for null. */
export const wordOrNone = (text: string): string | symbol => (text === "none" ? NONE : word(text));

/** Collects the values of an option that may be repeated. */
export const repeated =
  <T>(read: (text: string) => T) =>
  (text: string, before: readonly T[] = []): T[] => [...before, read(text)];
