/** Why an authorization request came to nothing (RFC 6749 §4.1.2.1, RFC 8707 §2, OpenID Connect Core §3.1.2.6). */
export type AuthorizeError =
  | "access_denied"
  | "consent_required"
  | "invalid_request"
  | "invalid_scope"
  | "invalid_target"
  | "login_required"
  | "request_not_supported"
  | "request_uri_not_supported"
  | "unsupported_response_type";

/** Where a user goes back to, and what the client sent to know its own request by. */
export interface ReturnAddress {
  redirectUri: string;
  state: string | undefined;
}

/** What the client receives; `iss` is always part of it (RFC 9207). */
type AuthorizeResponse = { iss: string } & (
  | { code: string }
  | { error: AuthorizeError; error_description: string }
);

/** The address that takes the user back to the client. The registered part is left as it was written. */
export function authorizeRedirect(
  { redirectUri, state }: ReturnAddress,
  { iss, ...response }: AuthorizeResponse,
): string {
  const query = new URLSearchParams({ ...response, ...(state !== undefined && { state }), iss });
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${query}`;
}
