import { createHmac, createPublicKey, generateKeyPairSync } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from "jose";
import { findKeyRing } from "#lib/identity/oauth/signing-keys/key-ring.ts";
import { decryptText } from "#lib/platform/kms.ts";

const encoded = (value: object | string) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
const seconds = () => Math.floor(Date.now() / 1000);

/** Functions that create variants of a valid token, signed with the service's key or others. */
interface Forge {
  token: string;
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  /** Signs other claims with the service's key. */
  signed: (more: object, head?: object) => Promise<string>;
  /** Signs the valid claims with another key. */
  signedByStranger: (head: object) => Promise<string>;
  /** The valid token with another header. */
  withHeader: (head: object) => string;
  /** A token signed with HS256 and a public value as the secret. */
  withSecret: (secret: string) => string;
  /** The public key of the service, as JWK and as PEM. */
  publicKey: { jwk: string; pem: string };
  stranger: ReturnType<typeof generateKeyPairSync>;
}

/** Creates the functions for variants of a valid token. */
export async function makeForge(token: string): Promise<Forge> {
  const header: Record<string, unknown> = { ...decodeProtectedHeader(token) };
  const claims: Record<string, unknown> = { ...decodeJwt(token) };
  const key = (await findKeyRing())?.keys.find(({ kid }) => kid === header["kid"]);
  if (!key) throw new Error("The key of the token no longer exists.");
  const own = await importJWK(JSON.parse(await decryptText(key.sealed, { signingKey: key.kid })), "ES256");
  const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pem = createPublicKey({ key: key.publicKey, format: "jwk" }).export({ type: "spki", format: "pem" });
  const signedBy = (signer: typeof own | typeof stranger.privateKey, more: object, head: object) =>
    new SignJWT({ ...claims, ...more })
      .setProtectedHeader({ alg: "ES256", ...header, ...head })
      .sign(signer, { crit: { x: true } });
  return {
    token,
    header,
    claims,
    signed: (more, head = {}) => signedBy(own, more, head),
    signedByStranger: (head) => signedBy(stranger.privateKey, {}, head),
    withHeader: (head) => token.replace(/^[^.]+/, encoded({ ...header, ...head })),
    withSecret: (secret) => {
      const text = `${encoded({ ...header, alg: "HS256" })}.${encoded(claims)}`;
      return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
    },
    publicKey: { jwk: JSON.stringify(key.publicKey), pem: String(pem) },
    stranger,
  };
}

const unsigned = ({ token }: Forge) => token.split(".").slice(0, 2).join(".");
const claiming = ({ token }: Forge, text: string | object) =>
  token.replace(/\.[^.]+\./, `.${encoded(text)}.`);

/** Invalid variants of a token, each with what is wrong. */
export const FORGERIES: [string, (forge: Forge) => Promise<string> | string][] = [
  ["another issuer", ({ signed }) => signed({ iss: "https://evil.example.com/v1" })],
  ["an issuer with a slash", ({ signed, claims }) => signed({ iss: `${claims["iss"]}/` })],
  ["no issuer", ({ signed }) => signed({ iss: undefined })],
  ["another audience", ({ signed }) => signed({ aud: "https://other.example.com" })],
  [
    "one more audience",
    ({ signed, claims }) => signed({ aud: [claims["aud"], "https://other.example.com"] }),
  ],
  ["no audience", ({ signed }) => signed({ aud: undefined })],
  ["an expiry in the past", ({ signed }) => signed({ exp: seconds() - 10 })],
  ["no expiry", ({ signed }) => signed({ exp: undefined })],
  ["an expiry that is not a number", ({ signed }) => signed({ exp: "9999999999" })],
  ["an issue time in the future", ({ signed }) => signed({ iat: seconds() + 3600, exp: seconds() + 7200 })],
  ["no issue time", ({ signed }) => signed({ iat: undefined })],
  ["a longer lifetime", ({ signed }) => signed({ iat: seconds() - 1900, exp: seconds() + 3600 })],
  ["not before the future", ({ signed }) => signed({ nbf: seconds() + 3600 })],
  ["another user", ({ signed, claims }) => signed({ sub: String(Number(claims["sub"]) + 1) })],
  ["no user", ({ signed }) => signed({ sub: undefined })],
  ["an invalid user id", ({ signed }) => signed({ sub: "1#" })],
  ["no grant", ({ signed }) => signed({ grant_id: undefined })],
  ["an unknown grant", ({ signed }) => signed({ grant_id: "gr_unknown" })],
  ["no client", ({ signed }) => signed({ client_id: undefined })],
  ["another client", ({ signed }) => signed({ client_id: "f".repeat(64) })],
  ["the type of any JWT", ({ signed }) => signed({}, { typ: "JWT" })],
  ["no type", ({ signed }) => signed({}, { typ: undefined })],
  ["the type of a logout token", ({ signed }) => signed({}, { typ: "logout+jwt" })],
  ["no key name", ({ signed }) => signed({}, { kid: undefined })],
  ["an unknown key name", ({ signed }) => signed({}, { kid: "unknown" })],
  ["a key name that is a path", ({ signed }) => signed({}, { kid: "../../dev/null" })],
  ["a key name that is a query", ({ signed }) => signed({}, { kid: "x' UNION SELECT 'k" })],
  ["another key", ({ signedByStranger: bySomebody }) => bySomebody({})],
  [
    "an embedded key",
    ({ signedByStranger: bySomebody, stranger }) =>
      bySomebody({ jwk: stranger.publicKey.export({ format: "jwk" }) }),
  ],
  [
    "the URL of a key",
    ({ signedByStranger: bySomebody }) => bySomebody({ jku: "https://evil.example.com/jwks.json" }),
  ],
  [
    "an embedded certificate",
    ({ signedByStranger: bySomebody }) => bySomebody({ x5c: ["MIIB"], x5u: "https://evil.example.com/x" }),
  ],
  ["the algorithm none", (forge) => `${unsigned({ ...forge, token: forge.withHeader({ alg: "none" }) })}.`],
  [
    "the algorithm None and a signature",
    (forge) => `${unsigned({ ...forge, token: forge.withHeader({ alg: "None" }) })}.AA`,
  ],
  ["no algorithm", ({ withHeader: headed }) => headed({ alg: undefined })],
  ["another elliptic algorithm", ({ withHeader: headed }) => headed({ alg: "ES384" })],
  ["the algorithm of RSA", ({ withHeader: headed }) => headed({ alg: "RS256" })],
  ["an unknown critical extension", ({ signed }) => signed({}, { crit: ["x"], x: 1 })],
  ["claims that are not encoded", ({ withHeader: headed }) => headed({ crit: ["b64"], b64: false })],
  ["the public key as a secret", ({ withSecret, publicKey }) => withSecret(publicKey.jwk)],
  ["the public key as a secret, as PEM", ({ withSecret, publicKey }) => withSecret(publicKey.pem)],
  ["an empty secret", ({ withSecret }) => withSecret("")],
  ["no signature", unsigned],
  ["an empty signature", (forge) => `${unsigned(forge)}.`],
  ["a signature of zeros", (forge) => `${unsigned(forge)}.${encoded("\0".repeat(64))}`],
  ["half a signature", ({ token }) => token.slice(0, -43)],
  ["a changed signature", ({ token }) => token.replace(/.{4}$/, "AAAA")],
  ["changed claims", (forge) => claiming(forge, { ...forge.claims, scope: "ADMIN" })],
  ["claims that are not JSON", (forge) => claiming(forge, "{")],
  ["claims that are a list", (forge) => claiming(forge, "[]")],
  ["an additional dot", ({ token }) => `${token}.`],
  ["an additional part", ({ token }) => `${token}.AA`],
  ["five parts", ({ token }) => `${token}.AA.AA`],
  ["a dot before it", ({ token }) => `.${token}`],
  ["two dots in a row", ({ token }) => token.replace(".", "..")],
  ["another token after it", ({ token }) => `${token},${token}`],
  ["very long claims", ({ signed }) => signed({ padding: "x".repeat(6_000) })],
];
