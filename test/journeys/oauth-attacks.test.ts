import { call } from "@almanac/local-cloud/testing/http-client.ts";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { findGrant } from "#lib/identity/oauth/grants/read.ts";
import { revokeGrant } from "#lib/identity/oauth/grants/writes.ts";
import { makeHost, makeKey } from "#test/support/builders/builders.ts";
import { type ClientWithSecret, makeClient, makeCode, REDIRECT_URI } from "#test/support/builders/oauth.ts";
import { clientOf } from "#test/support/calls/api-client.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { runCount } from "#test/support/model/runs.ts";

const cloud = useSharedCloud();
const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() });

const post = (path: string, fields: Record<string, string>) =>
  clientOf(cloud().baseUrl)({ method: "POST", path: `/api/auth/oauth/${path}`, body: fields });
const ownFields = ({ client, secret = "" }: ClientWithSecret) => ({
  client_id: client.id,
  client_secret: secret,
});
const redeem = (made: ClientWithSecret, code: string) =>
  post("token", {
    grant_type: "authorization_code",
    code,
    redirect_uri: REDIRECT_URI,
    ...ownFields(made),
  });
const callMe = (key: string) => clientOf(cloud().baseUrl)({ method: "GET", path: "/me", key });

async function makeUserTokens() {
  const [host, made] = [await makeHost(), await makeClient()];
  const { json } = await redeem(made, await makeCode(host, made.client));
  return { host, made, ...Tokens.parse(json) };
}

test("a token is rejected by the first call after it was revoked, each time", async () => {
  const runs = runCount(10);
  for (let run = 0; run < runs; run += 1) {
    const { host, made, access_token, refresh_token } = await makeUserTokens();
    expect((await callMe(access_token)).status).toBe(200);
    if (run % 2 === 0) await post("revoke", { token: refresh_token, ...ownFields(made) });
    else await revokeGrant((await findGrant(host.userId, made.client.id))?.id ?? "");
    const calls = await Promise.all(Array.from({ length: 4 }, () => callMe(access_token)));
    expect(calls.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  }
});

describe("two Authorization headers", () => {
  const request = (path: string, Authorization: string[], body?: string) =>
    call(`${cloud().baseUrl}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { Authorization, "Content-Type": "application/x-www-form-urlencoded" },
      ...(body !== undefined && { body }),
    });

  test("are rejected by the API", async () => {
    const [{ access_token }, { key }] = [await makeUserTokens(), await makeKey(await makeHost())];
    for (const second of [`Bearer ${key}`, "Bearer nonsense", "Basic YTpi"]) {
      const { status, text } = await request("/me", [`Bearer ${access_token}`, second]);
      expect([status, JSON.parse(text).code]).toEqual([400, "two_credentials"]);
    }
  });

  test("are rejected by the token endpoint, and the code still works", async () => {
    const [host, made] = [await makeHost(), await makeClient()];
    const code = await makeCode(host, made.client);
    const basic = `Basic ${Buffer.from(`${made.client.id}:${made.secret}`).toString("base64")}`;
    const fields = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI };
    const body = new URLSearchParams(fields).toString();
    const rejected = await request("/api/auth/oauth/token", [basic, "Basic YTpi"], body);
    expect([rejected.status, JSON.parse(rejected.text).error]).toEqual([400, "invalid_request"]);
    expect((await request("/api/auth/oauth/token", [basic], body)).status).toBe(200);
  });
});
