import { endpoint } from "#lib/entry/http/endpoint.ts";
import { KeySet, readKeySet } from "#lib/identity/oauth/signing-keys/key-set.ts";
import { PUBLIC_KEYS_SECONDS } from "#lib/identity/oauth/signing-keys/timing.ts";

/** Returns the public keys that verify access tokens. RFC 7517. */
export const handler = endpoint(
  {
    id: "oauth.jwks",
    summary: "Get the public keys that verify access tokens",
    description: "JSON Web Key Set (RFC 7517) for programs that verify access tokens themselves.",
    route: "GET /.well-known/jwks.json",
    scopes: "public",
    input: {},
    response: KeySet,
    failures: [],
    permissions: ["table:GetItem"],
    maxAgeSeconds: PUBLIC_KEYS_SECONDS,
  },
  readKeySet,
);
