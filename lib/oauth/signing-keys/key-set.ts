import * as z from "zod";
import { getItem } from "#lib/table/read.ts";
import { ACCESS_TOKENS, KeyRing } from "./entity.ts";

/** The public keys of access tokens, also of those to come (RFC 7517 §5). */
export const KeySet = z.object({
  keys: z.array(
    z.strictObject({
      kty: z.literal("EC"),
      crv: z.literal("P-256"),
      x: z.string(),
      y: z.string(),
      kid: z.string(),
      use: z.literal("sig"),
      alg: z.literal("ES256"),
    }),
  ),
});

/** Reads the public keys; there are none before the first token. One round trip. */
export async function readKeySet(): Promise<z.output<typeof KeySet>> {
  const ring = await getItem(KeyRing, ACCESS_TOKENS);
  const keys = ring?.keys ?? [];
  return { keys: keys.map(({ kid, publicKey }) => ({ ...publicKey, kid, use: "sig", alg: "ES256" })) };
}
