import type { Failure, FailureCode } from "#lib/failures.ts";

/** The body of every error of an OAuth endpoint (RFC 6749 §5.2), with `message` for older clients. */
export interface OAuthError {
  error: string;
  error_description: string;
  message: string;
  requestId: string;
}

/** Codes with the same name in OAuth. */
const SHARED: readonly FailureCode[] = [
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "invalid_scope",
  "invalid_target",
  "unsupported_grant_type",
  "temporarily_unavailable",
];

/** The OAuth error code of a failure. Only clients that fail to authenticate get `too_many_requests`. */
export function oauthCode(code: FailureCode): string {
  if (SHARED.includes(code)) return code;
  if (code === "too_many_requests") return "invalid_client";
  return code === "internal_error" ? "server_error" : "invalid_request";
}

/** Renders a failure for an OAuth client. */
export const oauthErrorOf = ({ code, message }: Failure, requestId: string): OAuthError => ({
  error: oauthCode(code),
  error_description: toAllowedCharacters(message),
  message,
  requestId,
});

/** Replaces the characters that an `error_description` must not contain. */
const toAllowedCharacters = (text: string): string =>
  text.replaceAll(/["\\]/g, "'").replaceAll(/[^\x20-\x7E]/g, "?");
