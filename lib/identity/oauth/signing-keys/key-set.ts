import * as z from "zod";
import { findItem } from "#lib/storage/table/read.ts";
import { ACCESS_TOKENS, KeyRing } from "./entity.ts";

/** The public keys of access tokens, also those that will sign later (RFC 7517 §5). */
export const KeySet = z
  .object({
    keys: z
      .array(
        z.strictObject({
          kty: z.literal("EC").describe("Key type."),
          crv: z.literal("P-256").describe("Curve."),
          x: z.string().describe("X coordinate, base64url."),
          y: z.string().describe("Y coordinate, base64url."),
          kid: z.string().describe("Key id, as in the header of an access token."),
          use: z.literal("sig").describe("Use of the key: signatures."),
          alg: z.literal("ES256").describe("Algorithm."),
        }),
      )
      .describe("The keys, also those that will sign later."),
  })
  .describe("JSON Web Key Set (RFC 7517).");

/** Reads the public keys. The list is empty before the first token. */
export async function readKeySet(): Promise<z.output<typeof KeySet>> {
  const ring = await findItem(KeyRing, ACCESS_TOKENS);
  const keys = ring?.keys ?? [];
  return { keys: keys.map(({ kid, publicKey }) => ({ ...publicKey, kid, use: "sig", alg: "ES256" })) };
}
