import { createHmac } from "node:crypto";

/**
 * Derives the `nonce` of the ID token and the PKCE verifier, which bind a sign-in to the browser that started it. They are stored nowhere:
 * only the browser's token can produce them.
 */
export const deriveProofs = (browserToken: string, state: string) => ({
  nonce: proof(browserToken, `nonce ${state}`),
  verifier: proof(browserToken, `verifier ${state}`),
});

const proof = (browserToken: string, text: string): string =>
  createHmac("sha256", browserToken).update(text).digest("base64url");
