import { expect, test } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { hashClientSecret } from "#lib/identity/oauth/authenticate-client.ts";
import { createOAuthClient, listOAuthClients, rotateClientSecret } from "#lib/identity/oauth/clients.ts";
import { OAuthClientItem } from "#lib/identity/oauth/entity.ts";
import { OAuthClientCreate } from "#lib/identity/oauth/schema.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const input = (more: Record<string, unknown> = {}) =>
  OAuthClientCreate.parse({ name: "App", redirectUris: ["https://app.example.com/callback"], ...more });
const secretsOf = async (id: string) => (await findItem(OAuthClientItem, { id }))?.secrets ?? [];

test("a confidential client has an id and a secret of 64 hex digits; the secret is stored as its hash", async () => {
  const { client, clientSecret } = await createOAuthClient(OPERATOR, input());
  expect(client.id).toMatch(/^[0-9a-f]{64}$/);
  expect(clientSecret).toMatch(/^[0-9a-f]{64}$/);
  expect(await secretsOf(client.id)).toMatchObject([{ hash: hashClientSecret(clientSecret ?? "") }]);
  expect(await listOAuthClients(OPERATOR)).toContainEqual(client);
});

test("a client may request all scopes except ADMIN by default", async () => {
  const { client } = await createOAuthClient(OPERATOR, input());
  expect(client.scopes).toContain("READ_BOOKING");
  expect(client.scopes).not.toContain("ADMIN");
});

test("a public client has no secret, and can't rotate it", async () => {
  const { client, clientSecret } = await createOAuthClient(OPERATOR, input({ type: "public" }));
  expect(clientSecret).toBeNull();
  expect(await secretsOf(client.id)).toEqual([]);
  await expect(rotateClientSecret(OPERATOR, client.id, 0)).rejects.toMatchObject({ code: "conflict" });
});

test("after a rotation the new secret is valid, and the previous one until it expires", async () => {
  const first = await createOAuthClient(OPERATOR, input());
  const { id } = first.client;
  const second = await rotateClientSecret(OPERATOR, id, 60);
  const third = await rotateClientSecret(OPERATOR, id, 60);
  expect(await secretsOf(id)).toMatchObject([
    { hash: hashClientSecret(third.clientSecret ?? ""), expiresAt: null },
    { hash: hashClientSecret(second.clientSecret ?? ""), expiresAt: expect.any(String) },
  ]);
});

test("only a system admin creates and lists clients and rotates secrets", async () => {
  const caller = await makeHost();
  for (const attempt of [
    createOAuthClient(caller, input()),
    listOAuthClients(caller),
    rotateClientSecret(caller, "some", 0),
  ])
    await expect(attempt).rejects.toMatchObject({ code: "forbidden" });
});

test.for([
  ["https://app.example.com/callback", true],
  ["https://app.example.com/callback?tenant=1", true],
  ["http://127.0.0.1:8080/callback", true],
  ["http://localhost/callback", true],
  ["http://[::1]:9/callback", true],
  ["http://app.example.com/callback", false],
  ["http://127.0.0.1.evil.example/callback", false],
  ["https://user:pass@app.example.com/", false],
  ["https://app.example.com@evil.example/", false],
  ["https://app.example.com\\@evil.example/", false],
  ["https://app.example.com/#part", false],
  ["https://app.example.com/#", false],
  ["https://*.example.com/callback", false],
  ["https://*/callback", false],
  ["https://app.example.com/call\r\nback", false],
  ["https://app.example.com/call back", false],
  [" https://app.example.com/callback", false],
  ["https://аpp.example.com/callback", false],
  ["https:app.example.com/callback", false],
  ["javascript:alert(1)", false],
  ["data:text/html,x", false],
  ["file:///etc/passwd", false],
  ["//app.example.com/callback", false],
  ["/callback", false],
  ["", false],
] as const)("redirect address %j is valid: %s", ([uri, isAllowed]) => {
  const parsed = OAuthClientCreate.safeParse({ name: "App", redirectUris: [uri] });
  expect(parsed.success).toBe(isAllowed);
});

test("a logo is an https address or a small inline picture, in a format without scripts", () => {
  const isValidLogo = (logo: string) => OAuthClientCreate.safeParse({ ...input(), logo }).success;
  const picture = (bytes: number) => `data:image/png;base64,${Buffer.alloc(bytes).toString("base64")}`;
  expect([isValidLogo("https://app.example.com/logo.png"), isValidLogo(picture(16_384))]).toEqual([
    true,
    true,
  ]);
  for (const logo of [
    "http://app.example.com/logo.png",
    "data:image/svg+xml;base64,PHN2Zz4=",
    'data:image/png;base64,AA"onerror=alert(1)',
    "data:text/html,<script>",
    "javascript:alert(1)",
    picture(20_000),
  ])
    expect(isValidLogo(logo)).toBe(false);
});
