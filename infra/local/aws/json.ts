import { unreadable } from "./aws-error.ts";

export type JsonObject = Record<string, unknown>;

/** Whether a parsed value is an object with names. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The object inside a request body; an empty body is an empty object. */
export function parseObject(body: Buffer): JsonObject {
  if (body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(body.toString());
    if (isObject(value)) return value;
  } catch {
    // answered below like any other body that holds no object
  }
  throw unreadable("The request body is not a JSON object.");
}
