import * as z from "zod";
import { entity, Version } from "#lib/storage/table/entity.ts";

/**
 * A key that signs access tokens from `signsFrom` on, until the next key does. The private key is encrypted (`sealed`), bound to `kid`, the
 * thumbprint of the public key (RFC 7638).
 */
const SigningKey = z.object({
  kid: z.string(),
  publicKey: z.object({ kty: z.literal("EC"), crv: z.literal("P-256"), x: z.string(), y: z.string() }),
  sealed: z.string(),
  createdAt: z.string(),
  signsFrom: z.string(),
});
export type SigningKey = z.output<typeof SigningKey>;

/** All signing keys in the order in which they sign. One item, so that all functions read the same keys (ADR 0019). */
export const KeyRing = entity({
  name: "key-ring",
  key: { pk: "SK#{purpose}", sk: "#" },
  versioned: true,
  schema: z.object({ purpose: z.literal("access-tokens"), keys: z.array(SigningKey), version: Version }),
  audit: { resource: "signing-keys", id: "{purpose}" },
});

/** The key of the one key ring. */
export const ACCESS_TOKENS = { purpose: "access-tokens" } as const;
