import { createHmac } from "node:crypto";

/**
 * What proves that the provider answers the browser that asked: the `nonce` of the ID token and the PKCE verifier. They are kept
 * nowhere, but made of the browser's own token, so nobody else can go on with a sign-in.
 */
export const proofsOf = (browserToken: string, state: string) => ({
  nonce: proof(browserToken, `nonce ${state}`),
  verifier: proof(browserToken, `verifier ${state}`),
});

const proof = (browserToken: string, text: string): string =>
  createHmac("sha256", browserToken).update(text).digest("base64url");
