import * as z from "zod";

/** Kilobytes of JSON text. */
const LARGEST = 32;
/** Objects and lists within each other; the table takes 32 of them, what is around them included. */
const DEEPEST = 20;
/** The number nearest to zero that the table keeps. */
const SMALLEST_NUMBER = 1e-130;

/** States the limit in the API document, where JSON Schema has no keyword for it. */
export const FREE_JSON_SIZE = { "x-maxBytes": LARGEST * 1024 };

/** An object of the caller's own making, kept as it came; what the table would not keep so is refused. */
export const FreeJson = z.record(z.string(), z.unknown()).superRefine(refuseUnkeepable).meta(FREE_JSON_SIZE);

/** Refuses an object that the table would not keep as it came. */
export function refuseUnkeepable(value: object, context: z.RefinementCtx): void {
  const message = unkeepable(value, 1) ?? tooLarge(value);
  if (message !== undefined) context.addIssue({ code: "custom", message });
}

const tooLarge = (value: unknown): string | undefined =>
  Buffer.byteLength(JSON.stringify(value)) > LARGEST * 1024
    ? `must have at most ${LARGEST} KB of JSON`
    : undefined;

function unkeepable(value: unknown, depth: number): string | undefined {
  if (typeof value === "number" && !isKept(value)) return "contains a number that cannot be stored exactly";
  if (!isObject(value)) return undefined;
  if (depth > DEEPEST) return `must have at most ${DEEPEST} levels`;
  for (const [name, member] of Object.entries(value)) {
    if (name === "" || name === "__proto__") return "contains an empty field name or __proto__";
    // The SDK asks an object's `constructor` for its name to see what it is.
    if (name === "constructor" && isObject(member)) return "contains an object named constructor";
    const message = unkeepable(member, depth + 1);
    if (message !== undefined) return message;
  }
  return undefined;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const isKept = (value: number): boolean =>
  Math.abs(value) <= Number.MAX_SAFE_INTEGER && (value === 0 || Math.abs(value) >= SMALLEST_NUMBER);
