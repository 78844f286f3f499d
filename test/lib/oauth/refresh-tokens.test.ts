import { afterEach, describe, expect, it } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { lockUser } from "#lib/credentials/lock.ts";
import { RefreshToken } from "#lib/oauth/entity.ts";
import { findGrant } from "#lib/oauth/grants/find.ts";
import { revokeGrant } from "#lib/oauth/grants/writes.ts";
import { hashToken } from "#lib/oauth/opaque-token.ts";
import { setClock } from "#lib/platform/clock.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { getItem } from "#lib/table/read.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeClient, makeTokens, refresh, requestTokens } from "#test/support/builders/oauth.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
afterEach(() => setClock(Date.now));

const DAY = 86_400_000;
const dead = { code: "invalid_grant" };

/** A user's first tokens of a client of some type. */
async function begun(type: "confidential" | "public") {
  const [host, made] = [await makeHost(), await makeClient({ type })];
  const { refresh_token: first } = await makeTokens(host, made);
  const next = async (token: string) => (await refresh(made, token)).refresh_token;
  const isAlive = async () => (await findGrant(host.userId, made.client.id)) !== undefined;
  return { host, made, first, next, isAlive };
}

describe("a refresh token", () => {
  it("gives new tokens in two round trips, and is stored as its hash alone", async () => {
    const { made, first } = await begun("confidential");
    resetRoundTrips();
    const { access_token, refresh_token, scope } = await refresh(made, first);
    expect(roundTrips().trips).toBe(2);
    expect(access_token).toMatch(/^ey/);
    expect(scope).toBe("READ_BOOKING READ_PROFILE");
    const stored = await getItem(RefreshToken, { hash: hashToken(refresh_token) });
    expect(JSON.stringify(stored)).not.toContain(refresh_token.slice(3));
  });

  it("may come in the Authorization header, beside the client's credentials in the body", async () => {
    const { made, first, next } = await begun("confidential");
    const fields = { grant_type: "refresh_token" };
    await expect(requestTokens(made, fields, `Bearer ${first}`)).resolves.toBeDefined();
    const both = { ...fields, refresh_token: await next(first) };
    await expect(requestTokens(made, both, `Bearer ${first}`)).rejects.toMatchObject({
      code: "invalid_request",
    });
    await expect(requestTokens(made, fields)).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("may ask for less, never for more, and has all again the next time", async () => {
    const { made, first } = await begun("confidential");
    const less = await refresh(made, first, { scope: "READ_PROFILE" });
    expect(less.scope).toBe("READ_PROFILE");
    for (const scope of ["READ_BOOKING WRITE_BOOKING", "NONSENSE", "ADMIN"])
      await expect(refresh(made, less.refresh_token, { scope })).rejects.toMatchObject({
        code: "invalid_scope",
      });
    expect((await refresh(made, less.refresh_token)).scope).toBe("READ_BOOKING READ_PROFILE");
  });

  it("is worth nothing to another client, which does it no harm", async () => {
    const { made, first, isAlive } = await begun("confidential");
    await expect(refresh(await makeClient(), first)).rejects.toMatchObject(dead);
    expect(await isAlive()).toBe(true);
    await expect(refresh(made, first)).resolves.toBeDefined();
  });

  it("is dead when it is unknown, or its grant revoked, or its user locked", async () => {
    const one = await begun("confidential");
    await expect(refresh(one.made, "rt_unknown")).rejects.toMatchObject(dead);
    await lockUser(OPERATOR, one.host.userId, true);
    await expect(refresh(one.made, one.first)).rejects.toMatchObject(dead);
    await lockUser(OPERATOR, one.host.userId, false);
    await expect(refresh(one.made, one.first)).resolves.toBeDefined();
    const { id = "" } = (await findGrant(one.host.userId, one.made.client.id)) ?? {};
    await revokeGrant(id);
    await expect(refresh(one.made, one.first)).rejects.toMatchObject(dead);
  });

  it("may lie unused for 30 days, and goes on for a year", async () => {
    const start = Date.now();
    const { made, first, next } = await begun("confidential");
    const [idle, used] = [await begun("public"), await next(first)];
    setClock(() => start + 30 * DAY + 60_000);
    await expect(refresh(idle.made, idle.first)).rejects.toMatchObject(dead);
    await expect(refresh(made, used)).rejects.toMatchObject(dead);
    setClock(Date.now);
    let token = used;
    for (let day = 25; day < 365; day += 25) {
      setClock(() => start + day * DAY);
      token = await next(token);
    }
    setClock(() => start + 365 * DAY + 60_000);
    await expect(refresh(made, token)).rejects.toMatchObject(dead);
  });
});

describe("a public client", () => {
  it("uses each refresh token once: the second time ends the grant, and leaves a line", async () => {
    const lines = captureLines();
    const { made, first, next, isAlive } = await begun("public");
    const second = await next(first);
    expect(await isAlive()).toBe(true);
    await expect(refresh(made, first)).rejects.toMatchObject(dead);
    expect(await isAlive()).toBe(false);
    await expect(refresh(made, second)).rejects.toMatchObject(dead);
    expect(lines().filter(({ event }) => event === "security")).toMatchObject([
      { kind: "refresh.reused", clientId: made.client.id },
    ]);
  });

  it("gets at most one answer of 10 refreshes at once", async () => {
    captureLines();
    const { made, first, isAlive } = await begun("public");
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => refresh(made, first)));
    expect(answers.filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(1);
    expect(await isAlive()).toBe(false);
  });
});

describe("a confidential client", () => {
  it("gets one replacement for refreshes at once, and may use it everywhere, time after time", async () => {
    const start = Date.now();
    const { made, first, isAlive } = await begun("confidential");
    let token = first;
    for (let minutes = 0; minutes < 120; minutes += 30) {
      setClock(() => start + minutes * 60_000);
      const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(made, token)));
      expect(new Set(answers.map(({ refresh_token }) => refresh_token)).size).toBe(1);
      expect(new Set(answers.map(({ access_token }) => access_token)).size).toBe(8);
      expect(answers[0]?.refresh_token).not.toBe(token);
      token = answers[0]?.refresh_token ?? "";
    }
    expect(await isAlive()).toBe(true);
  });

  it("gets the same replacement for a minute, and then another one", async () => {
    const start = Date.now();
    const { first, next } = await begun("confidential");
    const lost = await next(first);
    setClock(() => start + 50_000);
    expect(await next(first)).toBe(lost);
    setClock(() => start + 70_000);
    expect(await next(first)).not.toBe(lost);
  });

  it("may use a refresh token again until one that was given for it is used: then the grant ends", async () => {
    captureLines();
    const start = Date.now();
    const { made, first, next, isAlive } = await begun("confidential");
    const lost = await next(first);
    setClock(() => start + 70_000);
    const second = await next(first);
    const third = await next(second);
    expect(await isAlive()).toBe(true);
    await expect(refresh(made, first)).rejects.toMatchObject(dead);
    expect(await isAlive()).toBe(false);
    for (const token of [lost, second, third]) await expect(refresh(made, token)).rejects.toMatchObject(dead);
  });

  it("may use one of two replacements that were given more than a minute apart: the other ends the grant", async () => {
    captureLines();
    const start = Date.now();
    const { made, first, next, isAlive } = await begun("confidential");
    const stolen = await next(first);
    setClock(() => start + 70_000);
    await next(await next(first));
    expect(await isAlive()).toBe(true);
    await expect(refresh(made, stolen)).rejects.toMatchObject(dead);
    expect(await isAlive()).toBe(false);
  });

  it("that keeps its first refresh token permanently may", async () => {
    const start = Date.now();
    const { first, next, isAlive } = await begun("confidential");
    for (let day = 0; day < 100; day += 20) {
      setClock(() => start + day * DAY);
      await next(first);
    }
    expect(await isAlive()).toBe(true);
  });

  it("keeps the tokens of two authorizations apart", async () => {
    const [host, made] = [await makeHost(), await makeClient()];
    const [one, other] = [await makeTokens(host, made), await makeTokens(host, made)];
    const next = await refresh(made, one.refresh_token);
    await refresh(made, next.refresh_token);
    await expect(refresh(made, other.refresh_token)).resolves.toBeDefined();
  });
});
