import * as z from "zod";
import { entity, Version } from "#lib/table/entity.ts";

/**
 * A key that signs access tokens from `signsFrom` on, until the next one does. The public part is plain, the private one
 * sealed and bound to `kid`, the thumbprint of the public one (RFC 7638).
 */
const SigningKey = z.object({
  kid: z.string(),
  publicKey: z.object({ kty: z.literal("EC"), crv: z.literal("P-256"), x: z.string(), y: z.string() }),
  sealed: z.string(),
  createdAt: z.string(),
  signsFrom: z.string(),
});
export type SigningKey = z.output<typeof SigningKey>;

/** All signing keys there are, in the order they sign. One item, so that everybody sees the same ones (ADR 0019). */
export const KeyRing = entity({
  name: "key-ring",
  key: { pk: "SK#{purpose}", sk: "#" },
  versioned: true,
  schema: z.object({ purpose: z.literal("access-tokens"), keys: z.array(SigningKey), version: Version }),
  audit: { resource: "signing-keys", id: "{purpose}" },
});

/** The key of the one key ring. */
export const ACCESS_TOKENS = { purpose: "access-tokens" } as const;
