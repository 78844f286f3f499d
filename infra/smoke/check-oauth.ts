import * as z from "zod";
import { type Api, jsonOf, requireStatus } from "./api.ts";

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

/** Checks that OAuth clients find this service, and only this one, by its metadata (RFC 8414), and its public keys. */
export async function checkOAuth(api: Api) {
  const answer = await api.send({ path: METADATA, key: null });
  requireStatus(answer, 200, `GET ${METADATA}`);
  const { issuer, ...rest } = Metadata.parse(jsonOf(answer));
  if (issuer !== api.baseUrl) throw new Error(`the issuer is ${issuer} instead of ${api.baseUrl}`);
  for (const [name, value] of Object.entries(rest))
    if (/_(endpoint|uri)$/.test(name) && !String(value).startsWith(`${api.baseUrl}/`))
      throw new Error(`${name} is ${value}, which is not below ${api.baseUrl}`);
  const keys = await api.send({ path: rest.jwks_uri.slice(api.baseUrl.length), key: null });
  requireStatus(keys, 200, "the address in jwks_uri");
  const { length } = KeySet.parse(jsonOf(keys)).keys;
  return { detail: `metadata names ${issuer}, ${length} public keys`, value: undefined };
}
