import { type Api, type HttpAnswer, jsonOf, requireStatus } from "./api.ts";

/** An OAuth client of the service, to send authorization requests in the name of. */
export interface SmokeClient {
  clientId: string;
  redirectUri: string;
}

/** A `%` that escapes nothing, and one that a second decoding would take away. */
const STATES = ["100%", "%25"];

/**
 * Checks that a `%` of a query arrives as it was sent, although API Gateway encodes queries again: by `state`, or without a
 * client by the links of a list.
 */
export async function checkPercent(api: Api, client: SmokeClient | undefined) {
  if (client === undefined) return checkPercentInLinks(api);
  for (const state of STATES) await checkState(api, client, state);
  const sent = STATES.map((state) => JSON.stringify(state)).join(" and ");
  return { detail: `authorize returns state ${sent} unchanged`, value: undefined };
}

async function checkState(api: Api, { clientId, redirectUri }: SmokeClient, state: string): Promise<void> {
  const query = { client_id: clientId, redirect_uri: redirectUri, prompt: "none", state };
  const answer = await api.send({ path: `/auth/oauth2/authorize?${queryText(query)}`, key: null });
  requireStatus(answer, 303, "GET /auth/oauth2/authorize");
  const returned = new URL(answer.headers.get("location") ?? "", api.baseUrl).searchParams;
  requireSame("state", returned.get("state"), state);
}

async function checkPercentInLinks(api: Api) {
  const uid = "100%41";
  const answer = await api.send({ path: `/bookings?${queryText({ take: "1", uid })}` });
  requireStatus(answer, 200, "GET /bookings");
  const [, first = ""] = /<([^>]*)>/.exec(answer.headers.get("link") ?? "") ?? [];
  requireSame("uid", new URL(first, api.baseUrl).searchParams.get("uid"), uid);
  return {
    detail: "a filter comes back in Link; with --client-id and --redirect-uri state is tested",
    value: undefined,
  };
}

function requireSame(name: string, found: string | null, sent: string): void {
  if (found !== sent)
    throw new Error(`${name} ${JSON.stringify(sent)} came back as ${JSON.stringify(found)}`);
}

const queryText = (query: Record<string, string>): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");

/** Checks the answers of the gateway itself: no credential, a wrong one, an unknown path, an unknown method. */
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

function requireProblem(answer: HttpAnswer, status: number, code: string): void {
  requireStatus(answer, status, `the call expected to fail with ${code}`);
  const type = answer.headers.get("content-type") ?? "";
  if (!type.startsWith("application/problem+json")) throw new Error(`${status} has the content type ${type}`);
  const found = jsonOf(answer)["code"];
  if (found !== code) throw new Error(`${status} has the code ${found} instead of ${code}`);
  requireHeader(answer, "x-request-id");
}

function requireHeader({ status, headers }: HttpAnswer, name: string): void {
  if (headers.get(name) === null) throw new Error(`${status} has no header ${name}`);
}
