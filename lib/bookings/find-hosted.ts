import { notFound } from "#lib/failures.ts";
import { type Caller, isSystemAdmin } from "#lib/caller.ts";

/** Something that hangs on a booking and lies in the partition of the booking's host. */
export interface Hosted<T> {
  /** What it is called when it is not found. */
  called: string;
  /** Reads it in the partition of a host: one round trip. */
  findAt: (userId: number) => Promise<T | undefined>;
  /** Whose partition it lies in, by its locator: one round trip. */
  hostOf: () => Promise<number | undefined>;
}

/**
 * What hangs on a booking, when the caller may see it: the booking's host or a system admin, and nobody else, admins of
 * organisations included. For others it is not found, exactly like one that does not exist. One round
 * trip; two for an admin whose own it is not.
 *
 * @throws {Failure} `not_found`
 */
export async function findHosted<T>(caller: Caller, { called, findAt, hostOf }: Hosted<T>): Promise<T> {
  const seesOthers = isSystemAdmin(caller);
  const [own, host] = await Promise.all([findAt(caller.userId), seesOthers ? hostOf() : undefined]);
  const found = own ?? (host === undefined ? undefined : await findAt(host));
  if (found === undefined) throw notFound(called);
  return found;
}
