/** Directives of a content security policy and their sources; what is not named stays forbidden. */
export type ContentPolicy = Record<string, readonly string[]>;

const NOTHING: ContentPolicy = {
  "default-src": ["'none'"],
  "base-uri": ["'none'"],
  "form-action": ["'none'"],
  "frame-ancestors": ["'none'"],
};

/** Headers of a page for people: it is not framed, tells nobody where its reader comes from, and does what its policy allows. */
export const contentPolicyHeaders = (policy: ContentPolicy = {}): Record<string, string> => ({
  "Content-Security-Policy": Object.entries({ ...NOTHING, ...policy })
    .map(([directive, sources]) => [directive, ...sources].join(" "))
    .join("; "),
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "Referrer-Policy": "no-referrer",
  "X-Frame-Options": "DENY",
});
