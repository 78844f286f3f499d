/** Error codes of an authorization request (RFC 6749 §4.1.2.1, RFC 8707 §2, OpenID Connect Core §3.1.2.6). */
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

/** Where the user returns to, and the `state` of the client. */
export interface ReturnAddress {
  redirectUri: string;
  state: string | undefined;
}

/** The response to the client, always with `iss` (RFC 9207). */
type AuthorizeResponse = { iss: string } & (
  | { code: string }
  | { error: AuthorizeError; error_description: string }
);

/** Returns the URL with which the user returns to the client. The registered URL in it is not changed. */
export function authorizeRedirect(
  { redirectUri, state }: ReturnAddress,
  { iss, ...response }: AuthorizeResponse,
): string {
  const query = new URLSearchParams({ ...response, ...(state !== undefined && { state }), iss });
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${query}`;
}
