import { describe, expect, it } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { lockUser } from "#lib/identity/credentials/rights.ts";
import { updateOAuthClient } from "#lib/identity/oauth/clients.ts";
import { RefreshToken } from "#lib/identity/oauth/entity.ts";
import { findGrant } from "#lib/identity/oauth/grants/read.ts";
import { revokeGrant } from "#lib/identity/oauth/grants/writes.ts";
import { hashToken } from "#lib/identity/oauth/opaque-token.ts";
import { setClock } from "#lib/platform/clock.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeClient, makeTokens, refresh, requestTokens } from "#test/support/builders/oauth.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const DAY = 86_400_000;
const invalidGrant = { code: "invalid_grant" };

/** Creates a user's first tokens of a client of the given type. */
async function makeFirstTokens(type: "confidential" | "public") {
  const [host, made] = [await makeHost(), await makeClient({ type })];
  const { refresh_token: first } = await makeTokens(host, made);
  const next = async (token: string) => (await refresh(made, token)).refresh_token;
  const hasGrant = async () => (await findGrant(host.userId, made.client.id)) !== undefined;
  return { host, made, first, next, hasGrant };
}

describe("a refresh token", () => {
  it("is exchanged for new tokens in two round trips, and only its hash is stored", async () => {
    const { made, first } = await makeFirstTokens("confidential");
    resetRoundTrips();
    const { access_token, refresh_token, scope } = await refresh(made, first);
    expect(roundTrips().trips).toBe(2);
    expect(access_token).toMatch(/^ey/);
    expect(scope).toBe("READ_BOOKING READ_PROFILE");
    const stored = await findItem(RefreshToken, { hash: hashToken(refresh_token) });
    expect(JSON.stringify(stored)).not.toContain(refresh_token.slice(3));
  });

  it("can be sent in the Authorization header, with the client's credentials in the body", async () => {
    const { made, first, next } = await makeFirstTokens("confidential");
    const fields = { grant_type: "refresh_token" };
    await expect(requestTokens(made, fields, `Bearer ${first}`)).resolves.toBeDefined();
    const both = { ...fields, refresh_token: await next(first) };
    await expect(requestTokens(made, both, `Bearer ${first}`)).rejects.toMatchObject({
      code: "invalid_request",
    });
    await expect(requestTokens(made, fields)).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("can be used for fewer scopes, not for more, and has all scopes again the next time", async () => {
    const { made, first } = await makeFirstTokens("confidential");
    const less = await refresh(made, first, { scope: "READ_PROFILE" });
    expect(less.scope).toBe("READ_PROFILE");
    for (const scope of ["READ_BOOKING WRITE_BOOKING", "NONSENSE", "ADMIN"])
      await expect(refresh(made, less.refresh_token, { scope })).rejects.toMatchObject({
        code: "invalid_scope",
      });
    expect((await refresh(made, less.refresh_token)).scope).toBe("READ_BOOKING READ_PROFILE");
  });

  it("gives only the scopes that the client still has", async () => {
    const { made, first } = await makeFirstTokens("confidential");
    await updateOAuthClient(OPERATOR, made.client.id, { scopes: ["READ_PROFILE"] });
    expect((await refresh(made, first)).scope).toBe("READ_PROFILE");
  });

  it("can't be used by another client, and stays valid after the attempt", async () => {
    const { made, first, hasGrant } = await makeFirstTokens("confidential");
    await expect(refresh(await makeClient(), first)).rejects.toMatchObject(invalidGrant);
    expect(await hasGrant()).toBe(true);
    await expect(refresh(made, first)).resolves.toBeDefined();
  });

  it("is rejected if it is unknown, its grant revoked or its user locked", async () => {
    const one = await makeFirstTokens("confidential");
    await expect(refresh(one.made, "rt_unknown")).rejects.toMatchObject(invalidGrant);
    await lockUser(OPERATOR, one.host.userId, true);
    await expect(refresh(one.made, one.first)).rejects.toMatchObject(invalidGrant);
    await lockUser(OPERATOR, one.host.userId, false);
    await expect(refresh(one.made, one.first)).resolves.toBeDefined();
    const { id = "" } = (await findGrant(one.host.userId, one.made.client.id)) ?? {};
    await revokeGrant(id);
    await expect(refresh(one.made, one.first)).rejects.toMatchObject(invalidGrant);
  });

  it("expires after 30 days without use, and after a year in any case", async () => {
    const start = Date.now();
    const { made, first, next } = await makeFirstTokens("confidential");
    const [idle, used] = [await makeFirstTokens("public"), await next(first)];
    setClock(() => start + 30 * DAY + 60_000);
    await expect(refresh(idle.made, idle.first)).rejects.toMatchObject(invalidGrant);
    await expect(refresh(made, used)).rejects.toMatchObject(invalidGrant);
    setClock(Date.now);
    let token = used;
    for (let day = 25; day < 365; day += 25) {
      setClock(() => start + day * DAY);
      token = await next(token);
    }
    setClock(() => start + 365 * DAY + 60_000);
    await expect(refresh(made, token)).rejects.toMatchObject(invalidGrant);
  });
});

describe("a public client", () => {
  it("can use each refresh token once: a second use ends the grant and is logged", async () => {
    const lines = captureLines();
    const { made, first, next, hasGrant } = await makeFirstTokens("public");
    const second = await next(first);
    expect(await hasGrant()).toBe(true);
    await expect(refresh(made, first)).rejects.toMatchObject(invalidGrant);
    expect(await hasGrant()).toBe(false);
    await expect(refresh(made, second)).rejects.toMatchObject(invalidGrant);
    expect(lines().filter(({ event }) => event === "security")).toMatchObject([
      { kind: "refresh.reused", clientId: made.client.id },
    ]);
  });

  it("gets at most one success of 10 parallel refreshes, and its grant ends", async () => {
    const { made, first, hasGrant } = await makeFirstTokens("public");
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => refresh(made, first)));
    expect(answers.filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(1);
    expect(await hasGrant()).toBe(false);
  });
});

describe("a confidential client", () => {
  it("gets the same replacement for parallel refreshes, repeatedly", async () => {
    const start = Date.now();
    const { made, first, hasGrant } = await makeFirstTokens("confidential");
    let token = first;
    for (let minutes = 0; minutes < 120; minutes += 30) {
      setClock(() => start + minutes * 60_000);
      const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(made, token)));
      expect(new Set(answers.map(({ refresh_token }) => refresh_token)).size).toBe(1);
      expect(new Set(answers.map(({ access_token }) => access_token)).size).toBe(8);
      expect(answers[0]?.refresh_token).not.toBe(token);
      token = answers[0]?.refresh_token ?? "";
    }
    expect(await hasGrant()).toBe(true);
  });

  it("gets the same replacement for a minute, and then another one", async () => {
    const start = Date.now();
    const { first, next } = await makeFirstTokens("confidential");
    const replacement = await next(first);
    setClock(() => start + 50_000);
    expect(await next(first)).toBe(replacement);
    setClock(() => start + 70_000);
    expect(await next(first)).not.toBe(replacement);
  });

  it("can use a refresh token again until a replacement of it is used: after that, it ends the grant", async () => {
    const start = Date.now();
    const { made, first, next, hasGrant } = await makeFirstTokens("confidential");
    const replacement = await next(first);
    setClock(() => start + 70_000);
    const second = await next(first);
    const third = await next(second);
    expect(await hasGrant()).toBe(true);
    await expect(refresh(made, first)).rejects.toMatchObject(invalidGrant);
    expect(await hasGrant()).toBe(false);
    for (const token of [replacement, second, third])
      await expect(refresh(made, token)).rejects.toMatchObject(invalidGrant);
  });

  it("can use one of two replacements issued more than a minute apart: the other one ends the grant", async () => {
    const start = Date.now();
    const { made, first, next, hasGrant } = await makeFirstTokens("confidential");
    const stolen = await next(first);
    setClock(() => start + 70_000);
    await next(await next(first));
    expect(await hasGrant()).toBe(true);
    await expect(refresh(made, stolen)).rejects.toMatchObject(invalidGrant);
    expect(await hasGrant()).toBe(false);
  });

  it("can use its first refresh token repeatedly", async () => {
    const start = Date.now();
    const { first, next, hasGrant } = await makeFirstTokens("confidential");
    for (let day = 0; day < 100; day += 20) {
      setClock(() => start + day * DAY);
      await next(first);
    }
    expect(await hasGrant()).toBe(true);
  });

  it("has independent tokens for two authorizations", async () => {
    const [host, made] = [await makeHost(), await makeClient()];
    const [one, other] = [await makeTokens(host, made), await makeTokens(host, made)];
    const next = await refresh(made, one.refresh_token);
    await refresh(made, next.refresh_token);
    await expect(refresh(made, other.refresh_token)).resolves.toBeDefined();
  });
});
