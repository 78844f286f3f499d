import { Failure } from "#lib/failures.ts";

/** Returns the result of a use case, or undefined if it fails with `not_found`. */
export async function ifFound<T>(finding: Promise<T>): Promise<T | undefined> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof Failure && error.code === "not_found") return undefined;
    throw error;
  }
}
