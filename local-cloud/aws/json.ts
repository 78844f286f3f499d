import { serializationError } from "./aws-error.ts";

export type JsonObject = Record<string, unknown>;

/** Returns whether a value is an object, and neither an array nor null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Parses a request body; an empty body is an empty object. */
export function parseObject(body: Buffer): JsonObject {
  if (body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(body.toString());
    if (isObject(value)) return value;
  } catch {
    // Invalid JSON has the same error as any other body that is not an object.
  }
  throw serializationError("The request body is not a JSON object.");
}
