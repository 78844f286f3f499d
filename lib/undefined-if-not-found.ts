import { Failure } from "./failures.ts";

/** What was looked for; undefined when there is none or the caller may not see it. */
export async function ifSeen<T>(looked: Promise<T>): Promise<T | undefined> {
  try {
    return await looked;
  } catch (error) {
    if (error instanceof Failure && (error.code === "not_found" || error.code === "forbidden"))
      return undefined;
    throw error;
  }
}
