import { createHash, timingSafeEqual } from "node:crypto";

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/**
 * Whether a verifier is the one of a code's challenge (RFC 7636 §4.6). A code without a challenge takes no verifier: somebody may
 * have taken the challenge away (RFC 9700 §4.8).
 */
export function matchesChallenge(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined;
  if (!VERIFIER.test(verifier)) return false;
  const hash = createHash("sha256").update(verifier).digest();
  const expected = Buffer.from(challenge, "base64url");
  return hash.length === expected.length && timingSafeEqual(hash, expected);
}
