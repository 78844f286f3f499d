import { decodeProtectedHeader } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { authorize } from "#lib/identity/authorizer/authorize.ts";
import { ensureSigningKeys, findKeyRing } from "#lib/identity/oauth/signing-keys/key-ring.ts";
import { readKeySet } from "#lib/identity/oauth/signing-keys/key-set.ts";
import { listSigningKeys } from "#lib/identity/oauth/signing-keys/list.ts";
import { rotateKeysWhenDue, rotateSigningKeys } from "#lib/identity/oauth/signing-keys/rotate.ts";
import { setClock } from "#lib/platform/clock.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeClient, makeTokens, refresh } from "#test/support/builders/oauth.ts";
import { authorizerEvent } from "#test/support/calls/gateway-event.ts";
import { dropKeyRing } from "#test/support/table/drop-key-ring.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const MINUTE = 60_000;
const DAY = 86_400_000;
const start = Date.now();
let present = start;
beforeEach(async () => {
  setClock(() => present);
  // Everything that the authorizer cached in the previous test has expired at this time.
  present += DAY;
  await dropKeyRing();
});

const kidsOf = async () => (await readKeySet()).keys.map(({ kid }) => kid);
const kidOf = (token: string) => decodeProtectedHeader(token).kid ?? "";
const isAccepted = async (token: string) => {
  const { policyDocument } = await authorize(
    authorizerEvent({ headers: { Authorization: [`Bearer ${token}`] } }),
  );
  return policyDocument.Statement[0]?.Effect === "Allow";
};

/** Creates a grant. Returns a function that refreshes it and returns the new access token. */
async function makeRefresher() {
  const made = await makeClient();
  let { refresh_token } = await makeTokens(await makeHost(), made);
  return async () => {
    const next = await refresh(made, refresh_token);
    ({ refresh_token } = next);
    return next.access_token;
  };
}

describe("signing keys", () => {
  it("are created on first use, once for parallel calls", async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => ensureSigningKeys()));
    expect(new Set(made.map(([key]) => key?.kid)).size).toBe(1);
    expect(await kidsOf()).toEqual([made[0]?.[0]?.kid]);
  });

  it("are stored encrypted, and returned without their private part", async () => {
    await ensureSigningKeys();
    const { keys } = await readKeySet();
    expect(Object.keys(keys[0] ?? {}).toSorted()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
    expect(JSON.stringify(await findKeyRing())).not.toContain('"d"');
    expect(JSON.stringify(await listSigningKeys(OPERATOR))).not.toMatch(/sealed|"x"/);
  });

  it("are published from two minutes before they sign until their last token has expired", async () => {
    const next = await makeRefresher();
    const [first = ""] = await kidsOf();
    await rotateSigningKeys(OPERATOR, { isStolen: false });
    const [, second] = await kidsOf();
    expect((await listSigningKeys(OPERATOR)).map(({ status }) => status)).toEqual(["signs", "next"]);
    present += 2 * MINUTE - 1;
    const last = await next();
    expect(kidOf(last)).toBe(first);
    present += 1;
    expect(kidOf(await next())).toBe(second);
    present += 29 * MINUTE;
    await rotateKeysWhenDue();
    expect(await isAccepted(last)).toBe(true);
    present += 10 * MINUTE;
    await rotateKeysWhenDue();
    expect(await kidsOf()).toEqual([second]);
  });

  it("are rotated under load, and no token is rejected", async () => {
    const next = await makeRefresher();
    const issuedTokens: string[] = [];
    for (let second = 0; second < 60; second += 1) {
      if (second % 20 === 10) await rotateSigningKeys(OPERATOR, { isStolen: false });
      issuedTokens.push(await next());
      const sample = [
        issuedTokens[0],
        issuedTokens.at(-1),
        issuedTokens[Math.floor(issuedTokens.length / 2)],
      ];
      for (const token of sample) expect(await isAccepted(token ?? "")).toBe(true);
      present += 5_000;
    }
    expect(new Set(issuedTokens.map(kidOf)).size).toBeGreaterThan(1);
  });

  it("that were stolen are replaced immediately, and rejected after a token of the new key is verified", async () => {
    const next = await makeRefresher();
    const stolen = await next();
    expect(await isAccepted(stolen)).toBe(true);
    present += 2_000;
    await rotateSigningKeys(OPERATOR, { isStolen: true });
    const fresh = await next();
    expect(kidOf(fresh)).not.toBe(kidOf(stolen));
    expect(await isAccepted(fresh)).toBe(true);
    expect(await isAccepted(stolen)).toBe(false);
  });

  it("that were stolen are rejected within half a minute, even if no new token is verified", async () => {
    const stolen = await (await makeRefresher())();
    expect(await isAccepted(stolen)).toBe(true);
    await rotateSigningKeys(OPERATOR, { isStolen: true });
    present += 30_000;
    expect(await isAccepted(stolen)).toBe(false);
  });

  it("are rotated every 90 days, the next one created a day in advance, once for parallel calls", async () => {
    await rotateKeysWhenDue();
    const [first] = await kidsOf();
    present += 88 * DAY;
    await rotateKeysWhenDue();
    expect(await kidsOf()).toEqual([first]);
    present += DAY;
    await Promise.all([rotateKeysWhenDue(), rotateKeysWhenDue(), rotateKeysWhenDue()]);
    const keys = await listSigningKeys(OPERATOR);
    expect(keys.map(({ status }) => status)).toEqual(["signs", "next"]);
    expect(Date.parse(keys[1]?.signsFrom ?? "")).toBe(present + DAY);
    present += DAY;
    expect((await listSigningKeys(OPERATOR)).map(({ status }) => status)).toEqual(["old", "signs"]);
  });

  it("are read at most once a second for tokens with unknown key ids", async () => {
    const token = await (await makeRefresher())();
    expect(await isAccepted(token)).toBe(true);
    present += 10_000;
    const unknown = (name: string) =>
      token.replace(
        /^[^.]+/,
        Buffer.from(JSON.stringify({ ...decodeProtectedHeader(token), kid: name })).toString("base64url"),
      );
    resetRoundTrips();
    for (let tried = 0; tried < 20; tried += 1) expect(await isAccepted(unknown(`k${tried}`))).toBe(false);
    expect(roundTrips().calls).toBe(1);
  });

  it("are rotated and listed only by a system admin", async () => {
    const host = await makeHost();
    await expect(rotateSigningKeys(host, { isStolen: true })).rejects.toMatchObject({ code: "forbidden" });
    await expect(listSigningKeys(host)).rejects.toMatchObject({ code: "forbidden" });
  });
});
