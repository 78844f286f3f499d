/** Directives of a content security policy, with their sources. All others are forbidden. */
export type ContentPolicy = Record<string, readonly string[]>;

const NOTHING: ContentPolicy = {
  "default-src": ["'none'"],
  "base-uri": ["'none'"],
  "form-action": ["'none'"],
  "frame-ancestors": ["'none'"],
};

/** Headers of a page: it can't be framed, sends no referrer, and can only do what its policy allows. */
export const contentPolicyHeaders = (policy: ContentPolicy = {}): Record<string, string> => ({
  "Content-Security-Policy": Object.entries({ ...NOTHING, ...policy })
    .map(([directive, sources]) => [directive, ...sources].join(" "))
    .join("; "),
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "Referrer-Policy": "no-referrer",
  "X-Frame-Options": "DENY",
});
