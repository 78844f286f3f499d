import { Failure } from "#lib/failures.ts";
import { now } from "#lib/platform/clock.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { type Operation, put, replace } from "#lib/storage/table/operations.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { retryFailedCondition } from "#lib/storage/table/retry.ts";
import { transact } from "#lib/storage/table/write.ts";
import { SignInFailures } from "./entity.ts";

/** Milliseconds for which a failure counts. */
const WINDOW = 60_000;

/** The maximum number of failures of a subject (account, device, network or OAuth client) in any minute. */
export interface Limit {
  subject: string;
  most: number;
}

/** An attempt that counts as a failure until {@link forgetAttempt}. */
export interface Attempt {
  /** Milliseconds since 1970. */
  at: number;
  limits: readonly Limit[];
}

type StoredFailures = Stored<typeof SignInFailures> | undefined;

/**
 * Counts an attempt as a failure before the credentials are checked, so that parallel attempts have the same limit as sequential ones.
 * Calls `onLimit` with the subject whose limit is reached.
 *
 * @throws {Failure} `too_many_requests`, with `Retry-After`, if the limit was reached in the last minute
 */
export async function countAttempt(
  limits: readonly Limit[],
  onLimit: (subject: string) => void = () => {},
): Promise<Attempt> {
  const at = now();
  try {
    await changeFailures(limits, (failures, { subject, most }) => {
      const oldest = failures[failures.length - most];
      if (oldest === undefined) return [...failures, at];
      onLimit(subject);
      throw tooMany(Math.ceil((oldest + WINDOW - at) / 1000));
    });
  } catch (error) {
    if (!(error instanceof Failure && error.code === "temporarily_unavailable")) throw error;
    // Too many parallel attempts change the same item.
    for (const { subject } of limits.slice(0, 1)) onLimit(subject);
    throw tooMany(1);
  }
  return { at, limits };
}

/** Removes an attempt that succeeded from the failures. */
export const forgetAttempt = ({ at, limits }: Attempt): Promise<void> =>
  changeFailures(limits, (failures) =>
    failures.toSpliced(failures.indexOf(at), failures.includes(at) ? 1 : 0),
  );

const changeFailures = (
  limits: readonly Limit[],
  change: (failures: readonly number[], limit: Limit) => number[],
): Promise<void> =>
  retryFailedCondition(async () => {
    const stored: StoredFailures[] = await findItems(
      limits.map(({ subject }) => itemRequest(SignInFailures, { subject })),
    );
    const recent = stored.map((item) => (item?.failures ?? []).filter((at) => at > now() - WINDOW));
    await transact(
      limits.map((limit, index) => writeFailures(limit, stored[index], change(recent[index] ?? [], limit))),
    );
  });

function writeFailures({ subject }: Limit, stored: StoredFailures, failures: number[]): Operation {
  const ttl = Math.ceil((now() + WINDOW) / 1000);
  if (stored) return replace(SignInFailures, stored, { ...stored, failures, ttl });
  return put(SignInFailures, { subject, failures, version: 1, ttl });
}

const tooMany = (seconds: number): Failure =>
  new Failure("too_many_requests", `Too many failed attempts. Try again in ${seconds} s.`, {
    headers: { "Retry-After": String(seconds) },
  });
