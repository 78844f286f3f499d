import type { Failure, FailureCode } from "#lib/failures.ts";

/** The body of every error of an OAuth endpoint (RFC 6749 §5.2), with `message` for older clients. */
export interface OAuthError {
  error: string;
  error_description: string;
  message: string;
  requestId: string;
}

/** Codes that go by the same name in OAuth. */
const SHARED: readonly FailureCode[] = [
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "invalid_scope",
  "invalid_target",
  "unsupported_grant_type",
  "temporarily_unavailable",
];

/** What a failure is called in OAuth. Only clients that can't prove who they are meet `too_many_requests`. */
export function oauthCode(code: FailureCode): string {
  if (SHARED.includes(code)) return code;
  if (code === "too_many_requests") return "invalid_client";
  return code === "internal_error" ? "server_error" : "invalid_request";
}

/** Renders a failure for an OAuth client. */
export const oauthErrorOf = ({ code, message }: Failure, requestId: string): OAuthError => ({
  error: oauthCode(code),
  error_description: describable(message),
  message,
  requestId,
});

/** Only these characters may be in an `error_description`. */
const describable = (text: string): string => text.replaceAll(/["\\]/g, "'").replaceAll(/[^\x20-\x7E]/g, "?");
