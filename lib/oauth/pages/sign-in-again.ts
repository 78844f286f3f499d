import { FAILURES, Failure, type FailureCode } from "#lib/failures.ts";
import type { Again } from "./show-authorize.ts";

/** The form was not this page's, or is none any more. */
export const STALE: Again = {
  problem: "This page has expired, or your browser blocks cookies. Allow cookies and sign in again.",
  status: 403,
};

/** What may be wrong with a sign-in that another try can mend. */
const SHOWN: ReadonlySet<FailureCode> = new Set([
  "unauthorized",
  "forbidden",
  "user_locked",
  "too_many_requests",
  "temporarily_unavailable",
]);

/** Why the sign-in page is shown once more; throws what it can't tell of. */
export function againFor(error: unknown): Again {
  if (!(error instanceof Failure && SHOWN.has(error.code))) throw error;
  const { code, message: problem, headers } = error;
  return { problem, status: FAILURES[code].status, headers };
}
