import { contentPolicyHeaders } from "#lib/entry/http/content-policy.ts";
import { API_VERSION } from "#lib/entry/http/version.ts";
import { STYLE_SOURCE } from "./document.ts";

/**
 * Headers of pages and of their redirects. Pages can't run scripts, load resources or be framed. Their forms go to this service, which may
 * redirect only to `formTargets`, because browsers apply `form-action` to redirects after a form, too.
 */
export const pageHeaders = (
  requestId: string,
  formTargets: readonly string[] = [],
): Record<string, string> => ({
  ...contentPolicyHeaders({
    "style-src": [STYLE_SOURCE],
    "img-src": ["data:"],
    "form-action": ["'self'", ...formTargets],
  }),
  // Applications may open the page in a popup and wait until it returns.
  "Cross-Origin-Opener-Policy": "unsafe-none",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-store",
  "Strict-Transport-Security": "max-age=63072000",
  "X-API-Version": API_VERSION,
  "X-Content-Type-Options": "nosniff",
  "X-Request-Id": requestId,
});

/** The CSP source of a redirect URI: its origin, or its scheme for an IPv6 host, which CSP can't express. */
export function formTarget(redirectUri: string): string {
  const { protocol, hostname, origin } = new URL(redirectUri);
  return hostname.startsWith("[") ? protocol : origin;
}
