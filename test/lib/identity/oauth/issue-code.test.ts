import { describe, expect, it } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { GrantItem } from "#lib/identity/credentials/grant-entity.ts";
import { lockUser, setRole } from "#lib/identity/credentials/rights.ts";
import { AuthorizationCode } from "#lib/identity/oauth/entity.ts";
import { findGrant } from "#lib/identity/oauth/grants/read.ts";
import { issueCode } from "#lib/identity/oauth/issue-code.ts";
import { hashToken } from "#lib/identity/oauth/opaque-token.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { makeHost, makeKey } from "#test/support/builders/builders.ts";
import { makeClient, makeCode, parseValidRequest } from "#test/support/builders/oauth.ts";
import { beforeNextGet, beforeNextTransaction } from "#test/support/table/before-next-call.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

describe("a code", () => {
  it("has 256 random bits, and only its hash is stored", async () => {
    const { client } = await makeClient();
    const code = await makeCode(await makeHost(), client);
    expect(code).toMatch(/^ac_[\w-]{43}$/);
    const stored = await findItem(AuthorizationCode, { hash: hashToken(code) });
    expect(stored).toMatchObject({ clientId: client.id, redeemedAt: null });
    expect(JSON.stringify(stored)).not.toContain(code.slice(3));
  });

  it("belongs to the only grant of its user and client, which has all scopes allowed so far", async () => {
    const [host, { client }] = [await makeHost(), await makeClient()];
    await makeCode(host, client, { scope: "READ_BOOKING" });
    const first = await findGrant(host.userId, client.id);
    await makeCode(host, client, { scope: "READ_PROFILE" });
    const second = await findGrant(host.userId, client.id);
    expect(second).toMatchObject({ id: first?.id, scopes: ["READ_BOOKING", "READ_PROFILE"] });
  });

  it("creates one grant if several codes are issued in parallel", async () => {
    const [host, { client }] = [await makeHost(), await makeClient()];
    const codes = await Promise.all(Array.from({ length: 8 }, () => makeCode(host, client)));
    const stored = await Promise.all(
      codes.map((code) => findItem(AuthorizationCode, { hash: hashToken(code) })),
    );
    expect(new Set(stored.map((code) => code?.grantId)).size).toBe(1);
  });

  it("creates one grant if another code is issued between its reads", async () => {
    const [host, { client }] = [await makeHost(), await makeClient()];
    const request = await parseValidRequest(client);
    const codes: string[] = [];
    beforeNextGet(async () => codes.push(await makeCode(host, client)));
    const code = await issueCode({ userId: host.userId, client, request, isRecentSignIn: true });
    codes.push(code ?? "none");
    const stored = await Promise.all(
      codes.map((code) => findItem(AuthorizationCode, { hash: hashToken(code) })),
    );
    expect(stored).toHaveLength(2);
    expect(new Set(stored.map((code) => code?.grantId)).size).toBe(1);
  });

  it("keeps the scopes of another code that is issued between its reads and its write", async () => {
    const [host, { client }] = [await makeHost(), await makeClient()];
    await makeCode(host, client, { scope: "READ_BOOKING" });
    beforeNextTransaction(() => makeCode(host, client, { scope: "READ_PROFILE" }));
    await makeCode(host, client, { scope: "READ_CALENDAR" });
    const { scopes } = (await findGrant(host.userId, client.id)) ?? {};
    expect(scopes).toEqual(["READ_BOOKING", "READ_PROFILE", "READ_CALENDAR"]);
  });

  it("takes four round trips", async () => {
    const [host, { client }] = [await makeHost(), await makeClient()];
    await makeCode(host, client);
    resetRoundTrips();
    await makeCode(host, client);
    // One more reads the client for the request.
    expect(roundTrips().trips).toBe(5);
  });

  it("is not issued for a locked user", async () => {
    const [host, { client }] = [await makeHost(), await makeClient()];
    await lockUser(OPERATOR, host.userId, true);
    await expect(makeCode(host, client)).rejects.toMatchObject({ code: "user_locked" });
  });
});

describe("a grant", () => {
  it("gets a new role and lock of its user in the same transaction", async () => {
    const [host, { client }] = [await makeHost(), await makeClient()];
    await makeCode(host, client);
    const { id = "" } = (await findGrant(host.userId, client.id)) ?? {};
    await setRole(OPERATOR, host.userId, "ADMIN");
    await lockUser(OPERATOR, host.userId, true);
    expect(await findItem(GrantItem, { id })).toMatchObject({ role: "ADMIN", isLocked: true });
  });

  it("counts among the 80 live credentials of its user", async () => {
    const host = await makeHost();
    const { client: clientWithGrant } = await makeClient();
    await makeCode(host, clientWithGrant);
    for (let count = 1; count < 80; count += 1) await makeKey(host);
    await expect(makeKey(host)).rejects.toMatchObject({ code: "limit_reached" });
    const { client } = await makeClient();
    await expect(makeCode(host, client)).rejects.toMatchObject({ code: "limit_reached" });
    await expect(makeCode(host, clientWithGrant)).resolves.toBeDefined();
    await expect(lockUser(OPERATOR, host.userId, true)).resolves.toBeDefined();
  });
});
