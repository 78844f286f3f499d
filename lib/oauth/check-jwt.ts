import { errors, type JWTPayload, jwtVerify } from "jose";

/** What a JWT has to be, and how to find the public key it names. */
export interface ExpectedJwt {
  type: string;
  issuer: string;
  /** The present instant. */
  at: Date;
  mostSeconds: number;
  toleranceSeconds: number;
  keyNamed: (kid: string) => Promise<PublicKey | undefined>;
}

/** The public part of a key on P-256 (RFC 7518 §6.2.1). */
export interface PublicKey {
  kty: "EC";
  crv: "P-256";
  x: string;
  y: string;
}

/**
 * Checks a JWT that is signed with ES256 and made and meant for one issuer; undefined when it is not good. Only the key it
 * names counts, never one it brings (RFC 8725 §3). It imports nothing of ours: bundles load it when the first
 * token comes.
 */
export async function checkJwt(
  token: string,
  expected: ExpectedJwt,
): Promise<{ kid: string; payload: JWTPayload } | undefined> {
  let named = "";
  const keyOf = async ({ kid }: { kid?: string | undefined }): Promise<PublicKey> => {
    const key = kid === undefined ? undefined : await expected.keyNamed(kid);
    if (kid === undefined || !key) throw new errors.JWKSNoMatchingKey();
    named = kid;
    return key;
  };
  try {
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: ["ES256"],
      typ: expected.type,
      issuer: expected.issuer,
      audience: expected.issuer,
      currentDate: expected.at,
      clockTolerance: expected.toleranceSeconds,
      maxTokenAge: expected.mostSeconds,
    });
    return { kid: named, payload };
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
