import * as z from "zod";
import { isObject } from "#lib/platform/is-object.ts";

/** Kilobytes of JSON text. */
const LARGEST = 32;
/** Levels of nested objects and lists. The table allows 32, including those around this value. */
const DEEPEST = 20;
/** The positive number nearest to zero that the table stores exactly. */
const SMALLEST_NUMBER = 1e-130;

/** The limit in the API document: JSON Schema has no keyword for it. */
export const FREE_JSON_SIZE = { "x-maxBytes": LARGEST * 1024 };

/** Any JSON object that the table can store unchanged. */
export const FreeJson = z.record(z.string(), z.unknown()).superRefine(rejectUnstorable).meta(FREE_JSON_SIZE);

/** Rejects an object that the table would not store unchanged. */
export function rejectUnstorable(value: object, context: z.RefinementCtx): void {
  const message = findUnstorable(value, 1) ?? findTooLarge(value);
  if (message !== undefined) context.addIssue({ code: "custom", message });
}

const findTooLarge = (value: unknown): string | undefined =>
  Buffer.byteLength(JSON.stringify(value)) > LARGEST * 1024
    ? `must have at most ${LARGEST} KB of JSON`
    : undefined;

function findUnstorable(value: unknown, depth: number): string | undefined {
  if (typeof value === "number" && !isExact(value)) return "contains a number that cannot be stored exactly";
  if (!isObject(value)) return undefined;
  if (depth > DEEPEST) return `must have at most ${DEEPEST} levels`;
  for (const [name, member] of Object.entries(value)) {
    if (name === "" || name === "__proto__") return "contains an empty field name or __proto__";
    // The SDK reads `constructor.name` to recognize the type of an object.
    if (name === "constructor" && isObject(member)) return "contains an object named constructor";
    const message = findUnstorable(member, depth + 1);
    if (message !== undefined) return message;
  }
  return undefined;
}

const isExact = (value: number): boolean =>
  Math.abs(value) <= Number.MAX_SAFE_INTEGER && (value === 0 || Math.abs(value) >= SMALLEST_NUMBER);
