import * as z from "zod";
import { type Api, parseJson, requireStatus } from "./api.ts";

const METADATA = "/.well-known/oauth-authorization-server";
const Metadata = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  revocation_endpoint: z.string(),
  introspection_endpoint: z.string(),
  jwks_uri: z.string(),
});
const KeySet = z.looseObject({ keys: z.array(z.looseObject({ kid: z.string() })) });

/** Checks the metadata for OAuth clients (RFC 8414), whose URLs must be those of this service, and the public keys. */
export async function checkOAuth(api: Api) {
  const response = await api.send({ path: METADATA, key: null });
  requireStatus(response, 200, `GET ${METADATA}`);
  const { issuer, ...rest } = Metadata.parse(parseJson(response));
  if (issuer !== api.baseUrl) throw new Error(`the issuer is ${issuer} instead of ${api.baseUrl}`);
  for (const [name, value] of Object.entries(rest))
    if (/_(endpoint|uri)$/.test(name) && !String(value).startsWith(`${api.baseUrl}/`))
      throw new Error(`${name} is ${value}, which is not below ${api.baseUrl}`);
  const keys = await api.send({ path: rest.jwks_uri.slice(api.baseUrl.length), key: null });
  requireStatus(keys, 200, "the address in jwks_uri");
  const { length } = KeySet.parse(parseJson(keys)).keys;
  return { detail: `metadata names ${issuer}, ${length} public keys`, value: undefined };
}
