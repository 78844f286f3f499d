import { beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { findGrant } from "#lib/oauth/grants/find.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeClient, makeTokens, redeem, refresh } from "#test/support/builders/oauth.ts";
import { run, runJson, targetOf, useLocalDirectory } from "#test/support/command-line/command-line.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const aws = useLocalTable();
beforeEach(() => {
  useLocalDirectory(targetOf(aws().url));
});

const Keys = z.object({ keys: z.array(z.object({ kid: z.string(), status: z.string() })) });

test("an application is shown, changed, disabled and enabled; its secrets are never shown", async () => {
  const { client, secret } = await makeClient();
  const address = "https://rooms.example.com/back";
  const update = `oauth-clients update ${client.id} --name Rooms --redirect-uri ${address} --link none --scope read_profile`;
  const changed = { name: "Rooms", redirectUris: [address], link: null, scopes: ["READ_PROFILE"] };
  expect(await runJson(update)).toMatchObject({ oauth_client: changed });
  const shown = await runJson(`oauth-clients show ${client.id}`);
  expect(shown).toMatchObject({ oauth_client: { ...changed, type: "confidential", disabledAt: null } });
  expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${secret}|secrets|hash`));
  const disabledAt = expect.any(String);
  expect(await runJson(`oauth-clients disable ${client.id}`)).toMatchObject({ oauth_client: { disabledAt } });
  expect(await runJson(`oauth-clients disable ${client.id}`)).toMatchObject({ oauth_client: { disabledAt } });
  const enabled = { oauth_client: { disabledAt: null } };
  expect(await runJson(`oauth-clients enable ${client.id}`)).toMatchObject(enabled);
});

test("a disabled application gets no token and no code, and goes on when it is enabled", async () => {
  const [host, made] = [await makeHost(), await makeClient()];
  const { refresh_token } = await makeTokens(host, made);
  await runJson(`oauth-clients disable ${made.client.id}`);
  await expect(refresh(made, refresh_token)).rejects.toMatchObject({ code: "invalid_client" });
  await expect(redeem(made, "ac_any")).rejects.toMatchObject({ code: "invalid_client" });
  await expect(makeTokens(host, made)).rejects.toMatchObject({ code: "invalid_request" });
  await runJson(`oauth-clients enable ${made.client.id}`);
  await expect(refresh(made, refresh_token)).resolves.toBeDefined();
});

test.each([
  ["update nobody --name Rooms", 1, "not_found"],
  ["show nobody", 1, "not_found"],
  ["disable nobody", 1, "not_found"],
  ["update nobody", 2, "nothing to change: send at least one option"],
  ["update nobody --redirect-uri http://rooms.example.com", 2, "--redirect-uri: must be https"],
  ["update nobody --redirect-uri https://rooms.example.com/#x", 2, "--redirect-uri: must be https"],
  ["update nobody --redirect-uri https://*.example.com/callback", 2, "--redirect-uri: must be https"],
  ["create --name Rooms --redirect-uri javascript:alert(1)", 2, "--redirect-uri: must be https"],
  ["update nobody --scope everything", 2, "--scope: "],
  ["rotate-secret nobody --grace-seconds 604801", 2, "--grace-seconds: "],
  ["rotate-secret nobody --grace-seconds 604800", 1, "not_found"],
])("oauth-clients %s exits with %i", async (args, code, told) => {
  const ran = await run(`oauth-clients ${args}`);
  expect([ran.code, ran.out]).toEqual([code, ""]);
  expect(ran.err).toContain(told);
});

test("grants are listed by user and by application, and revoked by either or both", async () => {
  const [one, other] = [await makeHost(), await makeHost()];
  const [app, another] = [await makeClient(), await makeClient()];
  for (const host of [one, other]) for (const made of [app, another]) await makeTokens(host, made);
  const isAlive = async (host: { userId: number }, { client }: typeof app) =>
    (await findGrant(host.userId, client.id)) !== undefined;
  const user = `--user ${one.userId}`;
  const client = `--client ${app.client.id}`;
  expect((await runJson(`grants list ${user}`))["grants"]).toHaveLength(2);
  expect((await runJson(`grants list ${client}`))["grants"]).toHaveLength(2);
  expect(await run(`grants revoke ${user} --client ""`)).toMatchObject({ code: 2, out: "" });
  expect(await isAlive(one, app)).toBe(true);
  expect((await runJson(`grants revoke ${user} ${client}`))["grants"]).toMatchObject([
    { userId: one.userId },
  ]);
  const alive = await Promise.all([isAlive(one, app), isAlive(one, another), isAlive(other, app)]);
  expect(alive).toEqual([false, true, true]);
  await runJson(`grants revoke ${client}`);
  expect([await isAlive(other, app), await isAlive(other, another)]).toEqual([false, true]);
  expect((await runJson(`grants revoke ${client}`))["grants"]).toEqual([]);
  const revokedAt = expect.any(String);
  expect(await runJson(`grants list ${user} ${client}`)).toMatchObject({ grants: [{ revokedAt }] });
  expect((await run("grants list")).err).toContain("--user or --client: is required");
});

test("signing keys are listed and rotated, and all are replaced when they were stolen", async () => {
  expect(await runJson("keys list")).toEqual({ keys: expect.any(Array) });
  await runJson("keys rotate --stolen");
  const { keys } = Keys.parse(await runJson("keys rotate"));
  expect(keys.map(({ status }) => status)).toEqual(["signs", "next"]);
  expect(Keys.parse(await runJson("keys rotate")).keys).toEqual(keys);
  const stolen = Keys.parse(await runJson("keys rotate --stolen")).keys;
  expect(stolen).toMatchObject([{ status: "signs" }]);
  expect(keys.map(({ kid }) => kid)).not.toContain(stolen[0]?.kid);
  expect((await run("keys list")).out).toMatch(/^KID +STATUS +CREATED AT +SIGNS FROM\n/);
});
