import { expect } from "vitest";
import { makeUserWithKey } from "#test/support/builders/builders.ts";
import { makeClient, makeCode } from "#test/support/builders/oauth.ts";
import type { Send } from "#test/support/calls/api-client.ts";
import { dropKeyRing } from "#test/support/table/drop-key-ring.ts";
import { codeRequest } from "./oauth-examples.ts";

/** An application gets the first token of the service, uses it, introspects it and revokes it. */
export async function useToken(act: Send): Promise<void> {
  const { caller, key } = await makeUserWithKey();
  const [made, other] = [await makeClient(), await makeClient()];
  await makeCode(caller, other.client);
  const body = await codeRequest(caller, made);
  await dropKeyRing();
  const { json } = await act({ method: "POST", path: "/api/auth/oauth/token", body });
  const token = String(json["access_token"]);
  await act({ method: "GET", path: "/api/auth/oauth/me", key: token });
  await act({ method: "GET", path: "/me/grants?take=1&cursor=", key });
  const { client_id, client_secret } = body;
  const own = { token, client_id, client_secret };
  const known = await act({ method: "POST", path: "/api/auth/oauth/introspect", body: own });
  expect(known.json["active"]).toBe(true);
  await act({ method: "POST", path: "/api/auth/oauth/revoke", body: own });
}
