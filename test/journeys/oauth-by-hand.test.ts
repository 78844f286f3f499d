import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import type { Account } from "#lib/identity/users/account.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { makeClient, makePerson, REDIRECT_URI, Visitor } from "#test/support/pages/visitor.ts";

const cloud = useSharedCloud();
const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
const AUTH = "/api/auth/oauth";

let user: Account;
let clientId: string;
let clientSecret: string;
beforeAll(async () => {
  user = await makePerson();
  const made = await makeClient();
  [clientId, clientSecret] = [made.client.id, made.clientSecret ?? ""];
});

/** The JSON that curl prints for a path below the base URL. */
async function curl(path: string, ...options: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)("curl", ["-s", ...options, cloud().baseUrl + path]);
  return JSON.parse(stdout);
}

type Fields = Record<string, string>;
const FORMS = {
  "a form": (fields: Fields) =>
    Object.entries(fields).flatMap((pair) => ["--data-urlencode", pair.join("=")]),
  JSON: (fields: Fields) => ["-H", "Content-Type: application/json", "-d", JSON.stringify(fields)],
};
const FORMATS = Object.keys(FORMS) as (keyof typeof FORMS)[];

/** Gets a code for an application that sends only required parameters. */
async function newCode(more: Fields = {}): Promise<{ code: string; state: string | null }> {
  const scope = "READ_BOOKING READ_PROFILE";
  const requested = { client_id: clientId, state: "9f2c1a7b", redirect_uri: REDIRECT_URI, scope, ...more };
  const url = `${cloud().baseUrl}/auth/oauth2/authorize?${new URLSearchParams(requested)}`;
  const { searchParams } = await new Visitor(cloud().baseUrl).allow(url, user.email);
  return { code: searchParams.get("code") ?? "", state: searchParams.get("state") };
}

async function tokensIn(format: keyof typeof FORMS) {
  const { code, state } = await newCode();
  expect(state).toBe("9f2c1a7b");
  const client = { client_id: clientId, client_secret: clientSecret };
  const fields = { code, ...client, grant_type: "authorization_code", redirect_uri: REDIRECT_URI };
  return Tokens.parse(await curl(`${AUTH}/token`, ...FORMS[format](fields)));
}

async function expectValid(accessToken: string): Promise<void> {
  const bearer = ["-H", `Authorization: Bearer ${accessToken}`];
  expect(JSON.stringify(await curl(`${AUTH}/me`, ...bearer))).toContain(user.email);
  expect(await curl("/bookings", ...bearer)).toMatchObject({ bookings: [] });
}

describe("the specification's flow with curl", () => {
  test.each(["100%", "%25", "%2525", "a+b & c=d", "Grüße 茶", '{"to":"https%3A%2F%2Fapp"}'])(
    "returns the state unchanged: %j",
    async (sent) => {
      expect(await newCode({ state: sent })).toMatchObject({ state: sent });
    },
  );

  test("issues tokens for a redirect URI with escapes", async () => {
    const redirect_uri = "https://app.example.com/100%25/callback";
    const { client, clientSecret } = await makeClient({ redirectUris: [redirect_uri] });
    const named = { client_id: client.id, redirect_uri };
    const { code } = await newCode(named);
    const client_secret = clientSecret ?? "";
    const fields = { ...named, client_secret, code, grant_type: "authorization_code" };
    await expectValid(Tokens.parse(await curl(`${AUTH}/token`, ...FORMS.JSON(fields))).access_token);
  });

  test.each(FORMATS)("issues tokens for a code in %s, with which the API can be called", async (format) => {
    await expectValid((await tokensIn(format)).access_token);
  });

  test.each(FORMATS)(
    "refreshes by %s, with the refresh token in the body or in the header",
    async (format) => {
      const first = await tokensIn(format);
      const fields = { grant_type: "refresh_token", client_id: clientId, client_secret: clientSecret };
      const refresh = `${AUTH}/refreshToken`;
      const inBody = FORMS[format]({ ...fields, refresh_token: first.refresh_token });
      const second = Tokens.parse(await curl(refresh, ...inBody));
      await expectValid(second.access_token);
      const inHeader = ["-H", `Authorization: Bearer ${second.refresh_token}`, ...FORMS[format](fields)];
      const third = Tokens.parse(await curl(refresh, ...inHeader));
      await expectValid(third.access_token);
      const again = FORMS[format]({ ...fields, refresh_token: third.refresh_token });
      await expectValid(Tokens.parse(await curl(`${AUTH}/token`, ...again)).access_token);
    },
  );
});
