import type { Failure, FailureCode } from "#lib/failures.ts";
import type { ImportLine } from "./line.ts";

/** What is wrong with one field of a line. */
export interface LineError {
  /** Such as `attendees.0.email`; empty if it is the whole line. */
  field: string;
  /** The value, unless it is missing, a list or an object; a long text is shortened. */
  value?: string | number | boolean | null;
  message: string;
}

const LONGEST_VALUE = 100;

/** The field to name for failures about time and seats. */
const FIELDS: Partial<Record<FailureCode, string>> = {
  no_available_users_found_error: "startTime",
  booking_seats_full: "startTime",
  booking_too_long: "endTime",
};

/** The error of the field at a path of a line. */
export function lineError(line: unknown, path: readonly string[], message: string): LineError {
  const value = path.reduce<unknown>((parent, name) => fieldIn(parent, name), line);
  const field = path.join(".");
  if (typeof value === "string") return { field, value: value.slice(0, LONGEST_VALUE), message };
  const isShown = typeof value === "number" || typeof value === "boolean" || value === null;
  return { field, ...(isShown && { value }), message };
}

/** The errors of a rejected line by field, from its failure. */
export function errorsOf(failure: Failure, line: ImportLine): LineError[] {
  const { code, message, errors } = failure;
  const field = FIELDS[code];
  if (errors.length === 0) return field === undefined ? [] : [lineError(line, [field], message)];
  return errors.map((each) => lineError(line, each.pointer.split("/").slice(1), each.message));
}

const fieldIn = (parent: unknown, name: string): unknown =>
  typeof parent === "object" && parent !== null && Object.hasOwn(parent, name)
    ? Reflect.get(parent, name)
    : undefined;
