import { Failure, type FailureCode } from "#lib/failures.ts";
import type { Notice } from "#lib/pages/notice.ts";

/** What may be wrong with a form that another try can mend. */
const SHOWN: ReadonlySet<FailureCode> = new Set([
  "unauthorized",
  "forbidden",
  "invalid_request",
  "not_found",
  "conflict",
  "limit_reached",
  "user_locked",
  "too_many_requests",
  "temporarily_unavailable",
]);

/** Why a form failed, for the page it leads back to; throws what that page can't say. */
export function noticeOf(error: unknown): Notice {
  if (!(error instanceof Failure && SHOWN.has(error.code))) throw error;
  return { kind: "problem", text: error.message };
}
