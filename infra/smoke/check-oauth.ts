import * as z from "zod";
import { type Api, openApi, parseJson, requireStatus } from "./api.ts";

const METADATA = "/.well-known/oauth-authorization-server";
const OPENID_METADATA = "/.well-known/openid-configuration";
const Metadata = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  revocation_endpoint: z.string(),
  introspection_endpoint: z.string(),
  jwks_uri: z.string(),
});
const KeySet = z.looseObject({ keys: z.array(z.looseObject({ kid: z.string() })) });

/**
 * Checks the metadata for OAuth clients (RFC 8414), whose URLs must be those of this service, that a client of the MCP server finds it, and
 * the public keys.
 */
export async function checkOAuth(api: Api) {
  const response = await api.send({ path: METADATA, key: null });
  requireStatus(response, 200, `GET ${METADATA}`);
  const { issuer, ...rest } = Metadata.parse(parseJson(response));
  if (issuer !== api.baseUrl) throw new Error(`the issuer is ${issuer} instead of ${api.baseUrl}`);
  for (const [name, value] of Object.entries(rest))
    if (/_(endpoint|uri)$/.test(name) && !String(value).startsWith(`${api.baseUrl}/`))
      throw new Error(`${name} is ${value}, which is not below ${api.baseUrl}`);
  const discovered = await discover(api);
  const keys = await api.send({ path: rest.jwks_uri.slice(api.baseUrl.length), key: null });
  requireStatus(keys, 200, "the address in jwks_uri");
  const { length } = KeySet.parse(parseJson(keys)).keys;
  return {
    detail: `metadata names ${issuer}, clients find it at ${discovered}, ${length} public keys`,
    value: undefined,
  };
}

/**
 * Finds the metadata as MCP clients do: they know only the issuer, and ask at three URLs, the first two outside the stage (MCP specification,
 * "Authorization Server Metadata Discovery"). Returns the first URL that has it.
 */
async function discover({ baseUrl }: Api): Promise<string> {
  const { origin, pathname } = new URL(baseUrl);
  const host = openApi(origin, "");
  const paths = [METADATA + pathname, OPENID_METADATA + pathname, pathname + OPENID_METADATA];
  for (const path of paths) {
    const response = await host.send({ path, key: null });
    if (response.status >= 500) requireStatus(response, 200, `GET ${path}`);
    if (response.status !== 200) continue;
    const { issuer } = Metadata.parse(parseJson(response));
    if (issuer !== baseUrl) throw new Error(`the issuer at ${path} is ${issuer} instead of ${baseUrl}`);
    return path;
  }
  throw new Error(`no client finds the metadata: it is at none of ${paths.join(", ")}`);
}
