import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { findGrant } from "#lib/identity/oauth/grants/read.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeClient, makeTokens, redeem, refresh } from "#test/support/builders/oauth.ts";
import { run, runJson, targetOf, useLocalDirectory } from "#test/support/command-line/command-line.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const aws = useLocalTable();
beforeEach(() => {
  useLocalDirectory(targetOf(aws().url));
});

const Application = z.object({ id: z.string() });
const Keys = z.object({ keys: z.array(z.object({ kid: z.string(), status: z.string() })) });

test("an application is printed, changed, disabled and enabled, without its secrets", async () => {
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

test("a scope that is given twice is stored once", async () => {
  const { client } = await makeClient();
  const update = `oauth-clients update ${client.id} --scope read_profile --scope read_profile`;
  expect(await runJson(update)).toMatchObject({ oauth_client: { scopes: ["READ_PROFILE"] } });
});

test("a disabled application gets no tokens and codes until it is enabled", async () => {
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
])("oauth-clients %s exits with %i", async (args, code, message) => {
  const ran = await run(`oauth-clients ${args}`);
  expect([ran.code, ran.out]).toEqual([code, ""]);
  expect(ran.err).toContain(message);
});

test("grants of an application that does not exist are a failure, because its id is probably mistyped", async () => {
  for (const verb of ["list", "revoke", "revoke --dry-run"])
    expect(await run(`grants ${verb} --client mistyped`)).toMatchObject({
      code: 1,
      out: "",
      err: "not_found: OAuth client not found.\n",
    });
});

test("grants are listed by user and by application, and revoked by either or both", async () => {
  const [one, other] = [await makeHost(), await makeHost()];
  const [app, another] = [await makeClient(), await makeClient()];
  for (const host of [one, other]) for (const made of [app, another]) await makeTokens(host, made);
  const isActive = async (host: { userId: number }, { client }: typeof app) =>
    (await findGrant(host.userId, client.id)) !== undefined;
  const user = `--user ${one.userId}`;
  const client = `--client ${app.client.id}`;
  expect((await runJson(`grants list ${user}`))["grants"]).toHaveLength(2);
  expect((await runJson(`grants list ${client}`))["grants"]).toHaveLength(2);
  expect(await run(`grants revoke ${user} --client ""`)).toMatchObject({ code: 2, out: "" });
  expect(await isActive(one, app)).toBe(true);
  expect((await runJson(`grants revoke ${user} ${client}`))["grants"]).toMatchObject([
    { userId: one.userId },
  ]);
  const active = await Promise.all([isActive(one, app), isActive(one, another), isActive(other, app)]);
  expect(active).toEqual([false, true, true]);
  await runJson(`grants revoke ${client}`);
  expect([await isActive(other, app), await isActive(other, another)]).toEqual([false, true]);
  expect((await runJson(`grants revoke ${client}`))["grants"]).toEqual([]);
  const revokedAt = expect.any(String);
  expect(await runJson(`grants list ${user} ${client}`)).toMatchObject({ grants: [{ revokedAt }] });
  expect((await run("grants list")).err).toContain("--user or --client: is required");
});

test("signing keys are listed and rotated, and all are replaced with --stolen", async () => {
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

test("an application is created and listed, and its secret is rotated", async () => {
  const answer = await runJson("oauth-clients create --name App --redirect-uri https://app.example.com/cb");
  const { oauth_client, clientSecret } = z
    .object({ oauth_client: Application, clientSecret: z.string() })
    .parse(answer);
  const rotated = await runJson(`oauth-clients rotate-secret ${oauth_client.id}`);
  expect(rotated["clientSecret"]).not.toBe(clientSecret);
  const { oauth_clients } = z
    .object({ oauth_clients: z.array(Application) })
    .parse(await runJson("oauth-clients list"));
  expect(oauth_clients.map(({ id }) => id)).toContain(oauth_client.id);
});

test("a logo file is stored as a data URL", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "almanac-logo-")), "logo.png");
  writeFileSync(file, "not much of a picture");
  const create = "oauth-clients create --name App --redirect-uri https://app.example.com/cb --logo";
  const logo = `data:image/png;base64,${Buffer.from("not much of a picture").toString("base64")}`;
  expect(await runJson(`${create} ${file}`)).toMatchObject({ oauth_client: { logo } });
  expect((await run(`${create} /no/such/logo.png`)).err).toContain("--logo: can't read /no/such/logo.png");
  expect((await run(`${create} logo.svg`)).err).toContain("--logo: must be a file .png");
  rmSync(dirname(file), { recursive: true });
});
