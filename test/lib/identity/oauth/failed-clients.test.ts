import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { introspectToken } from "#lib/identity/oauth/introspect-token.ts";
import { revokeToken } from "#lib/identity/oauth/revoke-token.ts";
import { countAttempt, limitsOfClient } from "#lib/identity/sign-in/attempts.ts";
import { SignInFailures } from "#lib/identity/sign-in/entity.ts";
import { setClock } from "#lib/platform/clock.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { put } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import {
  type ClientWithSecret,
  ISSUER,
  makeClient,
  makeCode,
  makeTokens,
  redeem,
  refresh,
} from "#test/support/builders/oauth.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
const LIMIT = 60;
let at: number;

beforeEach(() => {
  at = Date.now();
  setClock(() => at);
});

/** Stores failed authentications of a client, all at the current time. */
async function storeFailures(clientId: string, times: number): Promise<void> {
  const failures = Array.from({ length: times }, () => at);
  const ttl = Math.ceil(at / 1000) + 60;
  for (const { subject } of limitsOfClient(clientId))
    await writeOne(put(SignInFailures, { subject, failures, version: 1, ttl }));
}

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: { code: string }) => error.code,
  );
const withWrongSecret = (made: ClientWithSecret): ClientWithSecret => ({ ...made, secret: "0".repeat(64) });
const callOf = ({ client, secret }: ClientWithSecret) => ({
  credentials: { clientId: client.id, secret, usesBasic: false },
  issuer: ISSUER,
});

/** All requests that authenticate a client. */
const REQUESTS: [string, (made: ClientWithSecret) => Promise<unknown>][] = [
  ["redeems a code", (made) => redeem(made, "ac_unknown")],
  ["refreshes", (made) => refresh(made, "rt_unknown")],
  ["introspects", (made) => introspectToken(callOf(made), "rt_unknown")],
  ["revokes", (made) => revokeToken(callOf(made), "rt_unknown")],
];

describe("failed client authentication", () => {
  it.each(REQUESTS)("is throttled after 60 failures in a minute, if the client %s", async (_, send) => {
    const made = await makeClient();
    await storeFailures(made.client.id, LIMIT - 1);
    expect(await outcome(send(withWrongSecret(made)))).toBe("invalid_client");
    at += 20_000;
    await expect(send(withWrongSecret(made))).rejects.toMatchObject({
      code: "too_many_requests",
      headers: { "Retry-After": "40" },
    });
    at += 40_001;
    expect(await outcome(send(withWrongSecret(made)))).toBe("invalid_client");
  });

  it("does not throttle calls with the right secret, and adds no round trip to them", async () => {
    const [host, made] = [await makeHost(), await makeClient()];
    const { refresh_token } = await makeTokens(host, made);
    const code = await makeCode(host, made.client);
    await storeFailures(made.client.id, LIMIT);
    expect(await outcome(redeem(withWrongSecret(made), code))).toBe("too_many_requests");
    resetRoundTrips();
    expect(await outcome(redeem(made, code))).toBe("done");
    expect(roundTrips().trips).toBe(2);
    expect(await outcome(refresh(made, refresh_token))).toBe("done");
    expect(await introspectToken(callOf(made), refresh_token)).toMatchObject({ active: true });
  });

  it("of one client does not throttle another client", async () => {
    const [one, other] = [await makeClient(), await makeClient()];
    await storeFailures(one.client.id, LIMIT);
    expect(await outcome(redeem(withWrongSecret(other), "ac_unknown"))).toBe("invalid_client");
  });

  it("does not reveal whether a client exists", async () => {
    const existing = { ...(await makeClient()), secret: "x" };
    const missing = { ...existing, client: { ...existing.client, id: "f".repeat(64) } };
    await storeFailures(missing.client.id, LIMIT);
    expect(await outcome(redeem(missing, "ac_unknown"))).toBe("too_many_requests");
    expect(await outcome(redeem({ ...missing, client: existing.client }, "ac_unknown"))).toBe(
      "invalid_client",
    );
  });

  it("is limited to 20 of 40 parallel attempts, without another error", async () => {
    const most = 20;
    const limits = [{ subject: `client-${randomUUID()}`, most }];
    const tries = Array.from({ length: 40 }, () => outcome(countAttempt(limits)));
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((each) => each === "done").length).toBeLessThanOrEqual(most);
    expect(new Set(outcomes)).toEqual(new Set(["done", "too_many_requests"]));
  });
});
