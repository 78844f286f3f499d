import { setTimeout as pause } from "node:timers/promises";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { expect, test } from "vitest";
import * as z from "zod";
import { loadRegistry } from "#infra/registry.ts";
import { updateKeyRing } from "#lib/oauth/signing-keys/key-ring.ts";
import { deniedCalls, strayFailures, unusedPermissions } from "#test/contract/permissions.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeClient, makeCode, REDIRECT_URI } from "#test/support/builders/oauth.ts";
import { useCloud } from "#test/support/cloud/cloud.ts";
import { runJson, useLocalDirectory } from "#test/support/command-line/command-line.ts";

const cloud = useCloud();

/** How long the load runs: a few seconds, or `SECONDS`. */
const SECONDS = Number(process.env["SECONDS"] ?? 9);
const RATE = 20;
/** Applications that refresh their tokens in turn. */
const FAMILIES = 10;
/** Milliseconds the operator's next key waits; less where the load does not last that long, for functions have their own clock. */
const WAIT = Math.min(120_000, (SECONDS * 1000) / 6);

const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
const kidOf = (token: string) => decodeProtectedHeader(token).kid ?? "";

/** Answers that were no 200, by what was asked. */
const failures: string[] = [];

async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
  const answer = await fetch(cloud().baseUrl + path, init);
  const text = await answer.text();
  if (answer.status !== 200) failures.push(`${path} ${answer.status} ${text}`);
  return JSON.parse(text);
}

const askToken = async (fields: Record<string, string>) =>
  Tokens.parse(await ask("/api/auth/oauth/token", { method: "POST", body: new URLSearchParams(fields) }));

const callMe = (token: string) => ask("/me", { headers: { Authorization: `Bearer ${token}` } });

/** A user of an application; each call answers a new access token, one after the other. */
async function startFamily(): Promise<() => Promise<string>> {
  const { client, secret = "" } = await makeClient();
  const own = { client_id: client.id, client_secret: secret };
  const code = await makeCode(await makeHost(), client);
  const first = { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI, ...own };
  let last = askToken(first);
  return async () => {
    last = last.then(({ refresh_token }) => askToken({ grant_type: "refresh_token", refresh_token, ...own }));
    return (await last).access_token;
  };
}

/** Lets the operator's next key sign soon. */
async function rotate(): Promise<void> {
  const soon = new Date(Date.now() + WAIT).toISOString();
  await runJson("keys rotate");
  await updateKeyRing(async (keys) => {
    const present = new Date().toISOString();
    return keys.map((key) => (key.signsFrom > present ? { ...key, signsFrom: soon } : key));
  });
}

test("the daily function creates the first key, with all of its permissions and no others", async () => {
  const id = "oauth.rotate-keys";
  await cloud().runSchedules();
  const spec = (await loadRegistry()).consumers.find((consumer) => consumer.spec.id === id)?.spec;
  const usage = cloud().usage();
  expect([deniedCalls(usage, id), spec && unusedPermissions(usage, spec)]).toEqual([[], []]);
  expect(strayFailures(cloud().logs(id))).toEqual([]);
});

test(
  "signing keys change twice under 20 requests a second, and no call is refused",
  async () => {
    const { baseUrl, awsEndpoint, outputs } = cloud();
    useLocalDirectory({ baseUrl, awsEndpoint, outputs });
    const families = await Promise.all(Array.from({ length: FAMILIES }, startFamily));
    const held = await Promise.all(families.map((next) => next()));
    const requests: (() => Promise<unknown>)[] = [
      () => callMe(held[0] ?? ""),
      () => callMe(held.at(-1) ?? ""),
      () => callMe(held[Math.floor(Math.random() * held.length)] ?? ""),
      async () => held.push((await families[held.length % FAMILIES]?.()) ?? ""),
    ];
    const total = SECONDS * RATE;
    const startedAt = performance.now();
    const pending: Promise<unknown>[] = [];
    for (let sent = 0; sent < total; sent += 1) {
      await pause(Math.max(0, startedAt + (sent * 1000) / RATE - performance.now()));
      if (sent === Math.floor(total / 6) || sent === Math.floor(total / 2)) pending.push(rotate());
      pending.push(requests[sent % requests.length]?.() ?? Promise.reject(new Error("no request")));
    }
    await Promise.all(pending);
    expect(failures).toEqual([]);
    expect(new Set(held.map(kidOf)).size).toBe(3);
    const published = createLocalJWKSet((await ask("/.well-known/jwks.json")) as never);
    for (const token of held) await expect(jwtVerify(token, published)).resolves.toBeDefined();

    await runJson("keys rotate --stolen");
    const fresh = await Promise.all(families.map((next) => next()));
    expect(new Set(fresh.map(kidOf)).size).toBe(1);
    const taken = async (token: string) => {
      const answer = await fetch(`${baseUrl}/me`, { headers: { Authorization: `Bearer ${token}` } });
      return answer.status;
    };
    // Each instance of the authorizer learns of it by a token of the new key, or within half a minute.
    let stolen: number[];
    do {
      expect(await Promise.all(fresh.map(taken))).toEqual(fresh.map(() => 200));
      stolen = await Promise.all(held.slice(-FAMILIES).map(taken));
    } while (stolen.includes(200));
    expect(stolen).toEqual(stolen.map(() => 401));
    expect(failures).toEqual([]);
  },
  (SECONDS + 80) * 1000,
);
