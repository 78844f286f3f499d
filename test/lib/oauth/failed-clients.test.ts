import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { introspectToken } from "#lib/oauth/introspect-token.ts";
import { revokeToken } from "#lib/oauth/revoke-token.ts";
import { setClock } from "#lib/platform/clock.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { countAttempt } from "#lib/sign-in/attempt.ts";
import { SignInFailures } from "#lib/sign-in/entity.ts";
import { limitsOfClient } from "#lib/sign-in/limits.ts";
import { put } from "#lib/table/operations.ts";
import { writeOne } from "#lib/table/write.ts";
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
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
const MOST = 60;
let at: number;

beforeEach(() => {
  captureLines();
  at = Date.now();
  setClock(() => at);
});
afterEach(() => setClock(Date.now));

/** What is left when somebody has failed in the name of a client as often as is said, just now. */
async function fail(clientId: string, times: number): Promise<void> {
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
const asStranger = (made: ClientWithSecret): ClientWithSecret => ({ ...made, secret: "0".repeat(64) });
const callOf = ({ client, secret }: ClientWithSecret) => ({
  credentials: { clientId: client.id, secret, usesBasic: false },
  issuer: ISSUER,
});

/** Every way a client has to prove who it is. */
const WAYS: [string, (made: ClientWithSecret) => Promise<unknown>][] = [
  ["redeems a code", (made) => redeem(made, "ac_unknown")],
  ["refreshes", (made) => refresh(made, "rt_unknown")],
  ["introspects", (made) => introspectToken(callOf(made), "rt_unknown")],
  ["revokes", (made) => revokeToken(callOf(made), "rt_unknown")],
];

describe("somebody who fails in the name of a client", () => {
  it.each(WAYS)("is refused 60 times in a minute and then throttled, who %s", async (_, act) => {
    const made = await makeClient();
    await fail(made.client.id, MOST - 1);
    expect(await outcome(act(asStranger(made)))).toBe("invalid_client");
    at += 20_000;
    await expect(act(asStranger(made))).rejects.toMatchObject({
      code: "too_many_requests",
      headers: { "Retry-After": "40" },
    });
    at += 40_001;
    expect(await outcome(act(asStranger(made)))).toBe("invalid_client");
  });

  it("never throttles the client itself, which pays no round trip for it", async () => {
    const [host, made] = [await makeHost(), await makeClient()];
    const { refresh_token } = await makeTokens(host, made);
    const code = await makeCode(host, made.client);
    await fail(made.client.id, MOST);
    expect(await outcome(redeem(asStranger(made), code))).toBe("too_many_requests");
    resetRoundTrips();
    expect(await outcome(redeem(made, code))).toBe("done");
    expect(roundTrips().trips).toBe(2);
    expect(await outcome(refresh(made, refresh_token))).toBe("done");
    expect(await introspectToken(callOf(made), refresh_token)).toMatchObject({ active: true });
  });

  it("throttles nobody who fails in another's name", async () => {
    const [one, other] = [await makeClient(), await makeClient()];
    await fail(one.client.id, MOST);
    expect(await outcome(redeem(asStranger(other), "ac_unknown"))).toBe("invalid_client");
  });

  it("learns nothing of whether there is such a client", async () => {
    const unknown = { ...(await makeClient()), secret: "x" };
    const nobody = { ...unknown, client: { ...unknown.client, id: "f".repeat(64) } };
    await fail(nobody.client.id, MOST);
    expect(await outcome(redeem(nobody, "ac_unknown"))).toBe("too_many_requests");
    expect(await outcome(redeem({ ...nobody, client: unknown.client }, "ac_unknown"))).toBe("invalid_client");
  });

  it("gets no more tries by making them at once, and no fault of the service", async () => {
    const most = 20;
    const limits = [{ subject: `client-${randomUUID()}`, most }];
    const tries = Array.from({ length: 40 }, () => outcome(countAttempt(limits)));
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((each) => each === "done").length).toBeLessThanOrEqual(most);
    expect(new Set(outcomes)).toEqual(new Set(["done", "too_many_requests"]));
  });
});
