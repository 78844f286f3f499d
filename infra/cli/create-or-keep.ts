import { ifFound } from "./if-found.ts";
import type { Shown } from "./shown.ts";

interface Steps<T> {
  /** Whether what is there already is kept (`--if-missing`). */
  ifMissing: boolean;
  /** Finds it; fails with `not_found` when it is not there. */
  find: () => Promise<T>;
  create: () => Promise<T>;
  show: (one: T) => Shown;
}

/** Makes something, or with `--if-missing` leaves what is there as it is. */
export async function createOrKeep<T>({ ifMissing, find, create, show }: Steps<T>): Promise<Shown> {
  const before = ifMissing ? await ifFound(find()) : undefined;
  return before === undefined
    ? show(await create())
    : { ...show(before), remark: "Already exists. Nothing was changed." };
}
