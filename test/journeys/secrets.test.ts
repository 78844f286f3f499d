import { expect, test } from "vitest";
import * as z from "zod";
import { allEntries, loadRegistry } from "#infra/registry.ts";
import { OPERATOR } from "#lib/caller.ts";
import { rotateClientSecret } from "#lib/identity/oauth/clients.ts";
import { createResetLink } from "#lib/identity/sign-in/reset-link/create.ts";
import type { Account } from "#lib/identity/users/account.ts";
import { setPassword } from "#lib/identity/users/password.ts";
import { bookingRequest, makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { makeChallenge } from "#test/support/builders/oauth.ts";
import { useCloud } from "#test/support/cloud/cloud.ts";
import { startReceiver } from "#test/support/network/receiver.ts";
import {
  formOf,
  makeClient,
  makePerson,
  type Page,
  REDIRECT_URI,
  Visitor,
} from "#test/support/pages/visitor.ts";
import {
  itemsOfTable,
  plantedSecrets,
  plantSigningKeys,
  recordMessages,
} from "#test/support/secrets/planted-secrets.ts";
import { connectSecretly } from "./connect-secretly.ts";

const cloud = useCloud();
const registry = await loadRegistry();
const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
const Registered = z.object({ webhook: z.object({ id: z.string(), secret: z.string() }) });

const secrets = plantedSecrets();
const { plant, foundIn } = secrets;
let user: Account;
let clientId: string;

const post = (path: string, body: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${cloud().baseUrl}${path}`, { method: "POST", body: new URLSearchParams(body), headers });

/** Signs the user in, once with a wrong password, allows an application access, and returns the code. */
async function authorize(parameters: Record<string, string>, turn: string): Promise<string> {
  const browser = new Visitor(cloud().baseUrl);
  const plantForm = (page: Page, name: string) =>
    plant(`form token of ${name}, ${turn}`, formOf(page, name).fields["form_token"] ?? "");
  const plantCookies = (when: string) =>
    [...browser.cookies].map(([name, value]) => plant(`cookie ${name} ${when}, ${turn}`, value));
  const page = await browser.open(parameters);
  plantForm(page, "sign-in");
  plantCookies("before signing in");
  const wrong = plant(`wrong password, ${turn}`, `wrong, but it may be used elsewhere, ${turn}`);
  await browser.send(page, "sign-in", { email: user.email, password: wrong });
  const consent = await browser.signIn(page, user.email, secrets.all.get("password"));
  plantForm(consent, "consent");
  plantForm(consent, "sign-out");
  plantCookies("after signing in");
  await browser.post(formOf(consent, "consent").action, {
    form_token: plant("made up form token", "1.made-up-form-token"),
  });
  const { location = "" } = await browser.send(consent, "consent", { decision: "allow" });
  if (turn === "first") await browser.send(consent, "sign-out");
  return plant(`code, ${turn}`, new URL(location).searchParams.get("code") ?? "");
}

const plantTokens = async (answer: Response, turn: string) => {
  const tokens = Tokens.parse(await answer.json());
  plant(`access token, ${turn}`, tokens.access_token);
  plant(`refresh token, ${turn}`, tokens.refresh_token);
  return tokens;
};

/** Makes all OAuth requests of an application, some of them invalid. */
async function actAsApplication(): Promise<void> {
  const { client, clientSecret } = await makeClient();
  clientId = client.id;
  const first = plant("client secret", clientSecret ?? "");
  const { verifier, challenge } = makeChallenge();
  const pkce = { code_challenge: challenge, code_challenge_method: "S256", prompt: "consent" };
  const parameters = { client_id: client.id, redirect_uri: REDIRECT_URI, state: "s", ...pkce };
  const proof = {
    client_id: client.id,
    redirect_uri: REDIRECT_URI,
    code_verifier: plant("verifier", verifier),
  };
  const asking = { ...proof, grant_type: "authorization_code" };
  const code = await authorize(parameters, "first");
  const wrong = plant("wrong client secret", "ab".repeat(32));
  await post("/api/auth/oauth/token", { ...asking, code, client_secret: wrong });
  const basic = { Authorization: `Basic ${Buffer.from(`${client.id}:${wrong}`).toString("base64")}` };
  await post("/api/auth/oauth/token", { ...asking, code }, basic);
  const tokens = await plantTokens(
    await post("/api/auth/oauth/token", { ...asking, code, client_secret: first }),
    "first",
  );
  const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
  await fetch(`${cloud().baseUrl}/api/auth/oauth/me`, bearer(tokens.access_token));
  await fetch(`${cloud().baseUrl}/bookings`, bearer(`${tokens.access_token.slice(0, -4)}AAAA`));
  await fetch(`${cloud().baseUrl}/bookings`, bearer(tokens.refresh_token));
  const own = { client_id: client.id, client_secret: first };
  const refreshing = { ...own, grant_type: "refresh_token", refresh_token: tokens.refresh_token };
  const next = await plantTokens(await post("/api/auth/oauth/refreshToken", refreshing), "second");
  await post("/api/auth/oauth/introspect", { ...own, token: next.access_token });
  const rotated = await rotateClientSecret(OPERATOR, client.id, 3_600);
  const second = plant("client secret after the rotation", rotated.clientSecret ?? "");
  const third = { ...refreshing, client_secret: second, refresh_token: next.refresh_token };
  await plantTokens(await post("/api/auth/oauth/refreshToken", third), "third");
  const reused = await post("/api/auth/oauth/refreshToken", refreshing);
  expect(reused.status).toBe(400);
  const again = await authorize(parameters, "second");
  const last = { ...asking, code: again, client_secret: second };
  const { access_token } = await plantTokens(await post("/api/auth/oauth/token", last), "fourth");
  expect((await post("/api/auth/oauth/token", last)).status).toBe(400);
  await post("/api/auth/oauth/revoke", { client_id: client.id, client_secret: second, token: access_token });
}

/** Creates a host with an API key, webhooks with secrets, and a booking. */
async function actAsHost(): Promise<void> {
  const receiver = await startReceiver();
  const { caller, key } = await makeUserWithKey();
  plant("API key", key);
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const call = (path: string, body: object, more: { method?: string; idempotencyKey?: string } = {}) =>
    fetch(`${cloud().baseUrl}${path}`, {
      method: more.method ?? "POST",
      headers: { ...headers, ...(more.idempotencyKey && { "Idempotency-Key": more.idempotencyKey }) },
      body: JSON.stringify(body),
    });
  const webhook = { subscriberUrl: receiver.url, eventTriggers: ["BOOKING_CREATED"] };
  const idempotent = { idempotencyKey: "one webhook" };
  const [made, repeated] = [
    Registered.parse(await (await call("/webhooks", webhook, idempotent)).json()),
    Registered.parse(await (await call("/webhooks", webhook, idempotent)).json()),
  ];
  expect(repeated).toEqual(made);
  plant("webhook secret", made.webhook.secret);
  const own = plant("own webhook secret", "a subscriber's own secret");
  await call(
    "/webhooks",
    { ...webhook, subscriberUrl: `${receiver.url}/2`, secret: own },
    { idempotencyKey: "two" },
  );
  const changed = plant("changed webhook secret", "another secret of a subscriber");
  const change = { method: "PATCH", idempotencyKey: "three" };
  expect((await call(`/webhooks/${made.webhook.id}`, { secret: changed }, change)).status).toBe(200);
  await call("/webhooks", {
    ...webhook,
    secret: plant("refused webhook secret", "whsec_no base64 at all"),
  });
  await fetch(`${cloud().baseUrl}/bookings?apiKey=${key}`);
  const unknown = plant("unknown API key", `sk_${"x".repeat(43)}`);
  await fetch(`${cloud().baseUrl}/bookings?apiKey=${unknown}`);
  const { id } = await makeEventType(caller);
  const booked = await call("/bookings", bookingRequest(id, { start: "2031-03-03T09:00:00Z" }));
  expect(booked.status).toBe(200);
  await expect.poll(() => receiver.received.length, { timeout: 60_000, interval: 20 }).toBe(2);
}

async function resetPassword(): Promise<void> {
  const { id } = await makePerson({ password: undefined });
  const { url } = await createResetLink(OPERATOR, id, cloud().baseUrl);
  plant("reset link", url.slice(-43));
  const password = plant("password of the reset link", "set with a link, a long one");
  const browser = new Visitor(cloud().baseUrl);
  await browser.send(await browser.open(url), "reset", { password, repeated: password });
}

const logLines = (): string[] =>
  allEntries(registry).flatMap(({ spec }) =>
    cloud()
      .logs(spec.id)
      .map((line) => `${spec.id} ${line}`),
  );

test("a secret of any kind is in no item of the table, no line a function prints, and no message of a queue", async () => {
  const messages = recordMessages(cloud().queues);
  user = await makePerson({ password: plant("first password", "the first password of all") });
  await setPassword(OPERATOR, user.id, plant("password", "correct horse, battery & staple"));
  const [responses] = await Promise.all([
    connectSecretly(cloud().baseUrl, plant),
    ...[actAsApplication(), actAsHost(), resetPassword()],
  ]);
  await plantSigningKeys(secrets);
  expect(secrets.all.size).toBeGreaterThanOrEqual(40);
  expect([...secrets.all].filter(([, secret]) => secret.length < 16)).toEqual([]);

  const items = await itemsOfTable(cloud().outputs.TableName);
  for (const kind of ["AC#", "RT#", "SS#", "SD#", "K#", "W#", "IK#", "SK#", "SF#", "PR#", "CCI#"])
    expect(
      items.some((item) => item.includes(`"pk":"${kind}`)),
      kind,
    ).toBe(true);
  const lines = logLines();
  for (const text of [clientId, "code.reused", "refresh.reused", "client.auth_failed", "sign_in.failed"])
    expect(lines.join("\n")).toContain(text);
  expect(lines.join("\n")).not.toContain(user.email);
  expect(messages.length).toBeGreaterThan(1);
  expect(foundIn(items)).toEqual([]);
  expect(foundIn(lines)).toEqual([]);
  expect(foundIn(messages)).toEqual([]);
  expect(foundIn(responses)).toEqual([]);
});
