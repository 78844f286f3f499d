import { Failure } from "#lib/failures.ts";
import { now } from "#lib/platform/clock.ts";
import type { Stored } from "#lib/table/entity.ts";
import { type Operation, put, replace } from "#lib/table/operations.ts";
import { getItems, itemRequest } from "#lib/table/read.ts";
import { retryFailedCondition } from "#lib/table/retry.ts";
import { transact } from "#lib/table/write.ts";
import { SignInFailures } from "./entity.ts";

/** Milliseconds failures count for. */
const WINDOW = 60_000;

/** What failures are counted against, and how many there may be in any minute. */
export interface Limit {
  subject: string;
  most: number;
}

/** An attempt that counts as failed until it is forgotten. */
export interface Attempt {
  /** Milliseconds since 1970. */
  at: number;
  limits: readonly Limit[];
}

type Known = Stored<typeof SignInFailures> | undefined;

/**
 * Counts an attempt as failed, before anything is checked, so that attempts made at once are not more than
 * those made one after the other. Two round trips. `tellRefused` is called with the subject whose limit refuses it.
 *
 * @throws {Failure} `too_many_requests`, with `Retry-After`, when as many as allowed have failed in the last minute
 */
export async function countAttempt(
  limits: readonly Limit[],
  tellRefused: (subject: string) => void = () => {},
): Promise<Attempt> {
  const at = now();
  try {
    await changeFailures(limits, (failures, { subject, most }) => {
      const oldest = failures[failures.length - most];
      if (oldest === undefined) return [...failures, at];
      tellRefused(subject);
      throw tooMany(Math.ceil((oldest + WINDOW - at) / 1000));
    });
  } catch (error) {
    if (!(error instanceof Failure && error.code === "temporarily_unavailable")) throw error;
    // Others stay faster only where very many come at once.
    for (const { subject } of limits.slice(0, 1)) tellRefused(subject);
    throw tooMany(1);
  }
  return { at, limits };
}

/** Forgets an attempt, which was no failure. */
export const forgetAttempt = ({ at, limits }: Attempt): Promise<void> =>
  changeFailures(limits, (failures) =>
    failures.toSpliced(failures.indexOf(at), failures.includes(at) ? 1 : 0),
  );

const changeFailures = (
  limits: readonly Limit[],
  change: (failures: readonly number[], limit: Limit) => number[],
): Promise<void> =>
  retryFailedCondition(async () => {
    const found: Known[] = await getItems(
      limits.map(({ subject }) => itemRequest(SignInFailures, { subject })),
    );
    const recent = found.map((known) => (known?.failures ?? []).filter((at) => at > now() - WINDOW));
    await transact(
      limits.map((limit, index) => keep(limit, found[index], change(recent[index] ?? [], limit))),
    );
  });

function keep({ subject }: Limit, before: Known, failures: number[]): Operation {
  const ttl = Math.ceil((now() + WINDOW) / 1000);
  if (before) return replace(SignInFailures, before, { ...before, failures, ttl });
  return put(SignInFailures, { subject, failures, version: 1, ttl });
}

const tooMany = (seconds: number): Failure =>
  new Failure("too_many_requests", `Too many failed attempts. Try again in ${seconds} s.`, {
    headers: { "Retry-After": String(seconds) },
  });
