import { type Api, type HttpResponse, parseJson, requireStatus } from "./api.ts";

/** The OAuth client of an authorization request. */
export interface SmokeClient {
  clientId: string;
  redirectUri: string;
}

/** A `%` that is not an escape sequence, and one that would disappear if it was decoded twice. */
const STATES = ["100%", "%25"];

/**
 * Checks that a `%` in a query reaches the service unchanged, although API Gateway encodes it again: with `state`, or
 * without a client with the links of a list.
 */
export async function checkPercent(api: Api, client: SmokeClient | undefined) {
  if (client === undefined) return checkPercentInLinks(api);
  for (const state of STATES) await checkState(api, client, state);
  const sent = STATES.map((state) => JSON.stringify(state)).join(" and ");
  return { detail: `authorize returns state ${sent} unchanged`, value: undefined };
}

async function checkState(api: Api, { clientId, redirectUri }: SmokeClient, state: string): Promise<void> {
  const query = { client_id: clientId, redirect_uri: redirectUri, prompt: "none", state };
  const response = await api.send({ path: `/auth/oauth2/authorize?${encodeQuery(query)}`, key: null });
  requireStatus(response, 303, "GET /auth/oauth2/authorize");
  const returned = new URL(response.headers.get("location") ?? "", api.baseUrl).searchParams;
  requireUnchanged("state", returned.get("state"), state);
}

async function checkPercentInLinks(api: Api) {
  const uid = "100%41";
  const response = await api.send({ path: `/bookings?${encodeQuery({ take: "1", uid })}` });
  requireStatus(response, 200, "GET /bookings");
  const [, first = ""] = /<([^>]*)>/.exec(response.headers.get("link") ?? "") ?? [];
  requireUnchanged("uid", new URL(first, api.baseUrl).searchParams.get("uid"), uid);
  return {
    detail: "a filter comes back in Link; with --client-id and --redirect-uri state is tested",
    value: undefined,
  };
}

function requireUnchanged(name: string, found: string | null, sent: string): void {
  if (found !== sent)
    throw new Error(`${name} ${JSON.stringify(sent)} came back as ${JSON.stringify(found)}`);
}

const encodeQuery = (query: Record<string, string>): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");

/** Checks the responses to requests without a credential, with a wrong one, and with an unknown path or method. */
export async function checkGateway(api: Api) {
  const wrongKey = `sk_${"A".repeat(43)}`;
  const withoutKey = await api.send({ path: "/me", key: null });
  const notAllowed = await api.send({ method: "PUT", path: "/bookings" });
  requireProblem(withoutKey, 401, "unauthorized");
  requireHeader(withoutKey, "www-authenticate");
  requireProblem(await api.send({ path: "/me", key: wrongKey }), 401, "invalid_token");
  requireProblem(await api.send({ path: "/no-such-endpoint" }), 404, "not_found");
  requireProblem(notAllowed, 405, "method_not_allowed");
  requireHeader(notAllowed, "allow");
  return { detail: "401, 404 and 405 are problem documents", value: undefined };
}

function requireProblem(response: HttpResponse, status: number, code: string): void {
  requireStatus(response, status, `the call expected to fail with ${code}`);
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith("application/problem+json")) throw new Error(`${status} has the content type ${type}`);
  const found = parseJson(response)["code"];
  if (found !== code) throw new Error(`${status} has the code ${found} instead of ${code}`);
  requireHeader(response, "x-request-id");
}

function requireHeader({ status, headers }: HttpResponse, name: string): void {
  if (headers.get(name) === null) throw new Error(`${status} has no header ${name}`);
}
