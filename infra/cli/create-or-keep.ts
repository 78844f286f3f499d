import { ifFound } from "./if-found.ts";
import type { Shown } from "./shown.ts";

interface Steps<T> {
  /** Whether an existing resource is kept (`--if-missing`). */
  ifMissing: boolean;
  /** Finds the existing resource; fails with `not_found` if there is none. */
  find: () => Promise<T>;
  create: () => Promise<T>;
  show: (one: T) => Shown;
}

/** Creates a resource, or with `--if-missing` returns the existing one unchanged. */
export async function createOrKeep<T>({ ifMissing, find, create, show }: Steps<T>): Promise<Shown> {
  const before = ifMissing ? await ifFound(find()) : undefined;
  return before === undefined
    ? show(await create())
    : { ...show(before), remark: "Already exists. Nothing was changed." };
}
