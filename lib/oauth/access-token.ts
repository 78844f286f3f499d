import * as z from "zod";

/** Seconds an access token is good for. */
export const ACCESS_TOKEN_SECONDS = 1_800;

/** The media type in the header of an access token, which tells it from every other JWT (RFC 9068 §2.1). */
export const ACCESS_TOKEN_TYPE = "at+jwt";

/** The claims of an access token (RFC 9068 §2.2), and the grant it came of. */
export const AccessTokenClaims = z.object({
  iss: z.string(),
  sub: z.string().regex(/^\d{1,15}$/),
  aud: z.string(),
  client_id: z.string(),
  grant_id: z.string(),
  scope: z.string(),
  iat: z.int(),
  exp: z.int(),
  jti: z.string(),
});
export type AccessTokenClaims = z.output<typeof AccessTokenClaims>;
