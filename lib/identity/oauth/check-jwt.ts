import { errors, type JWTPayload, jwtVerify } from "jose";

/** The properties that a JWT must have, and how to find its public key. */
export interface ExpectedJwt {
  type: string;
  /** Also the expected audience. */
  issuer: string;
  /** The current time. */
  at: Date;
  maxAgeSeconds: number;
  toleranceSeconds: number;
  findKey: (kid: string) => Promise<PublicKey | undefined>;
}

/** The public part of a key on P-256 (RFC 7518 §6.2.1). */
export interface PublicKey {
  kty: "EC";
  crv: "P-256";
  x: string;
  y: string;
}

/**
 * Verifies a JWT that an issuer signed with ES256 for itself. Returns undefined if it is invalid. A key inside the JWT is ignored
 * (RFC 8725 §3). Imports no other file of the project: bundles load it with the first access token.
 */
export async function checkJwt(
  token: string,
  expected: ExpectedJwt,
): Promise<{ kid: string; payload: JWTPayload } | undefined> {
  let verifiedWith = "";
  const getKey = async ({ kid }: { kid?: string | undefined }): Promise<PublicKey> => {
    const key = kid === undefined ? undefined : await expected.findKey(kid);
    if (kid === undefined || !key) throw new errors.JWKSNoMatchingKey();
    verifiedWith = kid;
    return key;
  };
  try {
    const { payload } = await jwtVerify(token, getKey, {
      algorithms: ["ES256"],
      typ: expected.type,
      issuer: expected.issuer,
      audience: expected.issuer,
      currentDate: expected.at,
      clockTolerance: expected.toleranceSeconds,
      maxTokenAge: expected.maxAgeSeconds,
    });
    return { kid: verifiedWith, payload };
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
