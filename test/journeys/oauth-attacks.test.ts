import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { findGrant } from "#lib/oauth/grants/find.ts";
import { revokeGrant } from "#lib/oauth/grants/revoke.ts";
import { call } from "#test/infra/local/http-client.ts";
import { clientOf } from "#test/support/api-client.ts";
import { makeHost, makeKey } from "#test/support/builders.ts";
import { useCloud } from "#test/support/cloud.ts";
import { FORGERIES, makeForge } from "#test/support/forged-tokens.ts";
import { type MadeClient, makeClient, makeCode, REDIRECT_URI } from "#test/support/oauth.ts";
import { runs } from "#test/support/runs.ts";

const cloud = useCloud();
const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() });

const post = (path: string, fields: Record<string, string>) =>
  clientOf(cloud().baseUrl)({ method: "POST", path: `/api/auth/oauth/${path}`, body: fields });
const ownFields = ({ client, secret = "" }: MadeClient) => ({ client_id: client.id, client_secret: secret });
const redeem = (made: MadeClient, code: string) =>
  post("token", {
    grant_type: "authorization_code",
    code,
    redirect_uri: REDIRECT_URI,
    ...ownFields(made),
  });
const refresh = (made: MadeClient, refresh_token: string) =>
  post("refreshToken", { grant_type: "refresh_token", refresh_token, ...ownFields(made) });
const callMe = (key: string) => clientOf(cloud().baseUrl)({ method: "GET", path: "/me", key });

async function tokensOfSomebody() {
  const [host, made] = [await makeHost(), await makeClient()];
  const { json } = await redeem(made, await makeCode(host, made.client));
  return { host, made, ...Tokens.parse(json) };
}

describe("a token that was tampered with", () => {
  let forge: Awaited<ReturnType<typeof makeForge>>;
  beforeAll(async () => {
    forge = await makeForge((await tokensOfSomebody()).access_token);
    expect((await callMe(await forge.signed({}))).status).toBe(200);
  });

  test.each(FORGERIES)("is answered 401 with %s", async (_, make) => {
    const { status, json, headers } = await callMe(await make(forge));
    expect([status, json["code"]]).toEqual([401, "invalid_token"]);
    expect(headers["www-authenticate"]).toContain('error="invalid_token"');
  });
});

test("of 20 exchanges of a code at once one at most gets tokens, and they are worth nothing", async () => {
  const [host, made] = [await makeHost(), await makeClient()];
  const code = await makeCode(host, made.client);
  const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(made, code)));
  const given = answers.filter(({ status }) => status === 200);
  expect(given.length).toBeLessThanOrEqual(1);
  for (const { status, json } of answers.filter((answer) => !given.includes(answer)))
    expect([status, json["error"]]).toEqual([400, "invalid_grant"]);
  for (const { json } of given) {
    const { access_token, refresh_token } = Tokens.parse(json);
    expect((await callMe(access_token)).status).toBe(401);
    expect((await refresh(made, refresh_token)).json["error"]).toBe("invalid_grant");
  }
  expect(await findGrant(host.userId, made.client.id)).toBeUndefined();
});

test("a token is refused by the very next call after it was revoked, each time", async () => {
  const RUNS = runs(10);
  for (let run = 0; run < RUNS; run += 1) {
    const { host, made, access_token, refresh_token } = await tokensOfSomebody();
    expect((await callMe(access_token)).status).toBe(200);
    if (run % 2 === 0) await post("revoke", { token: refresh_token, ...ownFields(made) });
    else await revokeGrant((await findGrant(host.userId, made.client.id))?.id ?? "");
    const calls = await Promise.all(Array.from({ length: 4 }, () => callMe(access_token)));
    expect(calls.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  }
});

test("whoever comes with a dead code or refresh token is told to start again", async () => {
  const { made, access_token, refresh_token } = await tokensOfSomebody();
  await post("revoke", { token: access_token, ...ownFields(made) });
  for (const { status, json } of [
    await refresh(made, refresh_token),
    await refresh(made, "rt_unknown"),
    await redeem(made, "ac_unknown"),
  ]) {
    expect([status, json["error"]]).toEqual([400, "invalid_grant"]);
    expect(json["error_description"]).toMatch(/Start the authorization again/);
    expect(json["message"]).toBe(json["error_description"]);
  }
});

describe("of two Authorization headers", () => {
  const ask = (path: string, Authorization: string[], body?: string) =>
    call(`${cloud().baseUrl}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { Authorization, "Content-Type": "application/x-www-form-urlencoded" },
      ...(body !== undefined && { body }),
    });

  test("none counts at the API", async () => {
    const [{ access_token }, { key }] = [await tokensOfSomebody(), await makeKey(await makeHost())];
    for (const second of [`Bearer ${key}`, "Bearer nonsense", "Basic YTpi"]) {
      const { status, text } = await ask("/me", [`Bearer ${access_token}`, second]);
      expect([status, JSON.parse(text).code]).toEqual([400, "two_credentials"]);
    }
  });

  test("none counts at the token address, and the code is as good as before", async () => {
    const [host, made] = [await makeHost(), await makeClient()];
    const code = await makeCode(host, made.client);
    const basic = `Basic ${Buffer.from(`${made.client.id}:${made.secret}`).toString("base64")}`;
    const fields = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI };
    const body = new URLSearchParams(fields).toString();
    const refused = await ask("/api/auth/oauth/token", [basic, "Basic YTpi"], body);
    expect([refused.status, JSON.parse(refused.text).error]).toEqual([400, "invalid_request"]);
    expect((await ask("/api/auth/oauth/token", [basic], body)).status).toBe(200);
  });
});
