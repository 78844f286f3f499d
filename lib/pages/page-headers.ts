import { contentPolicyHeaders } from "#lib/http/content-policy.ts";
import { API_VERSION } from "#lib/http/version.ts";
import { STYLE_SOURCE } from "./document.ts";

/**
 * Headers of every page and of every redirect away from one. A page runs nothing, loads nothing, and stands in no frame; its
 * forms go to this service, and on from there to `formTargets` alone (browsers hold redirects after a form against that, too).
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
  // Applications may open the page in a window of theirs and wait for it to come back.
  "Cross-Origin-Opener-Policy": "unsafe-none",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-store",
  "Strict-Transport-Security": "max-age=63072000",
  "X-API-Version": API_VERSION,
  "X-Content-Type-Options": "nosniff",
  "X-Request-Id": requestId,
});

/** The source CSP knows a redirect address by: its origin, or its scheme where CSP can't name the host (IPv6). */
export function formTarget(redirectUri: string): string {
  const { protocol, hostname, origin } = new URL(redirectUri);
  return hostname.startsWith("[") ? protocol : origin;
}
