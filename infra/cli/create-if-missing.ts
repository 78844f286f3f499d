import { undefinedIfNotFound } from "#lib/failures.ts";
import type { CommandResult } from "./command-result.ts";

interface Steps<T> {
  /** Whether to return an existing resource unchanged (`--if-missing`). */
  ifMissing: boolean;
  /** Reads the existing resource; throws `not_found` if there is none. */
  get: () => Promise<T>;
  create: () => Promise<T>;
  toResult: (one: T) => CommandResult;
  /** What to do with a new resource; undefined if there is nothing to say. */
  nextStep?: (created: T) => string | undefined;
}

/** Creates a resource, or with `--if-missing` returns the existing one unchanged. */
export async function createIfMissing<T>({
  ifMissing,
  get,
  create,
  toResult,
  nextStep,
}: Steps<T>): Promise<CommandResult> {
  const existing = ifMissing ? await undefinedIfNotFound(get()) : undefined;
  if (existing !== undefined)
    return { ...toResult(existing), remark: "Already exists. Nothing was changed." };
  const created = await create();
  const remark = nextStep?.(created);
  return { ...toResult(created), ...(remark !== undefined && { remark }) };
}
