import { setTimeout as pause } from "node:timers/promises";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { expect, test } from "vitest";
import * as z from "zod";
import { loadRegistry } from "#infra/registry.ts";
import { updateKeyRing } from "#lib/identity/oauth/signing-keys/key-ring.ts";
import { deniedCalls, undeclaredFailures, unusedPermissions } from "#test/contract/permissions.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeClient, makeCode, REDIRECT_URI } from "#test/support/builders/oauth.ts";
import { useCloud } from "#test/support/cloud/cloud.ts";
import { runJson, useLocalDirectory } from "#test/support/command-line/command-line.ts";

const cloud = useCloud();

/** Seconds for which the load runs. It takes longer if the keys are not rotated twice by then. */
const SECONDS = Number(process.env["SECONDS"] ?? 9);
const RATE = 20;
/** Applications that refresh their tokens in turn. */
const CLIENTS = 10;
/** Milliseconds until a new key signs. The functions have a clock of their own, so the test can only wait for it. */
const WAIT = Math.min(120_000, (SECONDS * 1000) / 6);

const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
const kidOf = (token: string) => decodeProtectedHeader(token).kid ?? "";

/** Responses with another status than 200. */
const failures: string[] = [];

async function request(path: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(cloud().baseUrl + path, init);
  const text = await response.text();
  if (response.status !== 200) failures.push(`${path} ${response.status} ${text}`);
  return JSON.parse(text);
}

const requestTokens = async (fields: Record<string, string>) =>
  Tokens.parse(await request("/api/auth/oauth/token", { method: "POST", body: new URLSearchParams(fields) }));

const callMe = (token: string) => request("/me", { headers: { Authorization: `Bearer ${token}` } });

/** Creates a user of an application. Each call of the result refreshes the tokens, after the previous call, and returns the access token. */
async function startClient(): Promise<() => Promise<string>> {
  const { client, secret = "" } = await makeClient();
  const credentials = { client_id: client.id, client_secret: secret };
  const code = await makeCode(await makeHost(), client);
  const first = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI, ...credentials };
  let last = requestTokens(first);
  return async () => {
    last = last.then(({ refresh_token }) =>
      requestTokens({ grant_type: "refresh_token", refresh_token, ...credentials }),
    );
    return (await last).access_token;
  };
}

/** Rotates the keys as an operator does, but with a shorter wait, until one of the tokens is signed by the new key. */
async function rotate(tokens: readonly string[]): Promise<void> {
  const kids = () => new Set(tokens.map(kidOf)).size;
  const before = kids();
  await runJson("keys rotate");
  const soon = new Date(Date.now() + WAIT).toISOString();
  await updateKeyRing(async (keys) => {
    const present = new Date().toISOString();
    return keys.map((key) => (key.signsFrom > present ? { ...key, signsFrom: soon } : key));
  });
  await expect.poll(kids, { timeout: WAIT + 60_000, interval: 50 }).toBe(before + 1);
}

/** Rotates the keys twice, with a pause before each time. */
async function rotateTwice(tokens: readonly string[]): Promise<void> {
  for (let rotation = 0; rotation < 2; rotation += 1) {
    await pause(WAIT);
    await rotate(tokens);
  }
}

test("the daily function creates the first key, uses all its permissions and is denied nothing", async () => {
  const id = "oauth.rotate-keys";
  await cloud().runSchedules();
  const spec = (await loadRegistry()).consumers.find((consumer) => consumer.spec.id === id)?.spec;
  const usage = cloud().usage();
  expect([deniedCalls(usage, id), spec && unusedPermissions(usage, spec)]).toEqual([[], []]);
  expect(undeclaredFailures(cloud().logs(id))).toEqual([]);
});

test(
  "signing keys are rotated twice under 20 requests a second, and no call fails",
  async () => {
    const { baseUrl, awsEndpoint, outputs } = cloud();
    useLocalDirectory({ baseUrl, awsEndpoint, outputs });
    const clients = await Promise.all(Array.from({ length: CLIENTS }, startClient));
    const tokens = await Promise.all(clients.map((next) => next()));
    const requests: (() => Promise<unknown>)[] = [
      () => callMe(tokens[0] ?? ""),
      () => callMe(tokens.at(-1) ?? ""),
      () => callMe(tokens[Math.floor(Math.random() * tokens.length)] ?? ""),
      async () => tokens.push((await clients[tokens.length % CLIENTS]?.()) ?? ""),
    ];
    const total = SECONDS * RATE;
    const startedAt = performance.now();
    let isRotated = false;
    const rotations = rotateTwice(tokens).finally(() => {
      isRotated = true;
    });
    const pending: Promise<unknown>[] = [rotations];
    for (let sent = 0; sent < total || !isRotated; sent += 1) {
      await pause(Math.max(0, startedAt + (sent * 1000) / RATE - performance.now()));
      pending.push(requests[sent % requests.length]?.() ?? Promise.reject(new Error("no request")));
    }
    await Promise.all(pending);
    expect(failures).toEqual([]);
    expect(new Set(tokens.map(kidOf)).size).toBe(3);
    const published = createLocalJWKSet((await request("/.well-known/jwks.json")) as never);
    for (const token of tokens) await expect(jwtVerify(token, published)).resolves.toBeDefined();

    await runJson("keys rotate --stolen");
    // An instance reads the keys again at most once a second, so one that has just read them does not know the new key before.
    await pause(1_000);
    const fresh = await Promise.all(clients.map((next) => next()));
    expect(new Set(fresh.map(kidOf)).size).toBe(1);
    const statusOf = async (token: string) => {
      const response = await fetch(`${baseUrl}/me`, { headers: { Authorization: `Bearer ${token}` } });
      return response.status;
    };
    // An instance of the authorizer reads the keys again when it gets a token of the new key, or within half a minute.
    let stolen: number[];
    do {
      expect(await Promise.all(fresh.map(statusOf))).toEqual(fresh.map(() => 200));
      stolen = await Promise.all(tokens.slice(-CLIENTS).map(statusOf));
    } while (stolen.includes(200));
    expect(stolen).toEqual(stolen.map(() => 401));
    expect(failures).toEqual([]);
  },
  (SECONDS + 200) * 1000,
);
