import type { Notice } from "#lib/entry/pages/notice.ts";
import { Failure, type FailureCode } from "#lib/failures.ts";

/** Failures that a user can correct in the form. */
const CORRECTABLE: ReadonlySet<FailureCode> = new Set([
  "unauthorized",
  "forbidden",
  "invalid_request",
  "not_found",
  "conflict",
  "limit_reached",
  "user_locked",
  "too_many_requests",
  "temporarily_unavailable",
  "calendar_unreachable",
  "calendar_credentials_rejected",
  "calendar_not_found",
  "calendar_invalid",
  "calendar_too_large",
  "read_only_calendar",
]);

/** Returns the notice with the reason why a form failed. Throws all other errors again. */
export function noticeFromFailure(error: unknown): Notice {
  if (!(error instanceof Failure && CORRECTABLE.has(error.code))) throw error;
  return { kind: "problem", text: error.message };
}
