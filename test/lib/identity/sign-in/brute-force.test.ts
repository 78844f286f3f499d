import { describe, expect, test } from "vitest";
import {
  countAttempt,
  forgetAttempt,
  type Limit,
  limitsOfDevice,
  limitsOfStranger,
} from "#lib/identity/sign-in/attempts.ts";
import { setClock } from "#lib/platform/clock.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { attempt, codeOf, makeUser, newAddress } from "./attempts.ts";

useLocalTable();

describe("brute force", () => {
  /** Counts failures without the work of checking a password. */
  const fail = async (limits: readonly Limit[], times = 10): Promise<void> => {
    for (let tried = 0; tried < times; tried += 1) await countAttempt(limits);
  };
  const ofStranger = (email: string): Limit[] => limitsOfStranger({ email, address: newAddress() });

  test("is rejected after ten failures in a minute, also with the right password, until a minute later", async () => {
    const { email } = await makeUser();
    // Every spelling of the address is the same account.
    await fail(ofStranger(` ${email.toUpperCase()} `), 9);
    expect(await codeOf(attempt(email, { password: "wrong" }))).toBe("unauthorized");
    expect(await codeOf(attempt(email))).toBe("too_many_requests");
    setClock(() => Date.now() + 61_000);
    expect(await codeOf(attempt(email))).toBe("signed in");
  });

  test("has at most ten of thirty parallel attempts checked", async () => {
    const limits = [{ subject: "account-at-once", most: 10 }];
    const codes = await Promise.all(Array.from({ length: 30 }, () => codeOf(countAttempt(limits))));
    expect(codes.filter((code) => code === "signed in")).toHaveLength(10);
    expect(new Set(codes)).toEqual(new Set(["signed in", "too_many_requests"]));
  });

  test("of unknown addresses is rejected in the same way", async () => {
    await fail(ofStranger("stranger@example.com"), 9);
    expect(await codeOf(attempt("stranger@example.com"))).toBe("unauthorized");
    expect(await codeOf(attempt("stranger@example.com"))).toBe("too_many_requests");
  });

  test("is logged with the limit that was reached: of the account, the browser or the network", async () => {
    const lines = captureLines();
    const address = "198.51.100.7";
    const { email } = await makeUser();
    const { device } = await attempt(email);
    const [account, network] = limitsOfStranger({ email, address });
    if (!account || !network) throw new Error("a stranger has two limits");
    await fail([account]);
    await fail([network], 100);
    await fail(limitsOfDevice(device));
    await codeOf(attempt(email));
    await codeOf(attempt("anybody@example.com", { address }));
    await codeOf(attempt(email, { device }));
    const logged = lines().filter(({ event }) => event === "security");
    expect(logged.map(({ kind, subject }) => [kind, String(subject).split("-")[0]])).toEqual([
      ["sign_in.throttled", "account"],
      ["sign_in.throttled", "network"],
      ["sign_in.throttled", "device"],
    ]);
  });

  test("does not lock out a browser that the user has signed in with before, which has a separate limit", async () => {
    const [{ email }, other] = [await makeUser(), await makeUser()];
    const { device } = await attempt(email);
    await fail(ofStranger(email));
    expect(await codeOf(attempt(email))).toBe("too_many_requests");
    expect(await codeOf(attempt(email, { device }))).toBe("signed in");
    await fail(limitsOfDevice(device));
    expect(await codeOf(attempt(email, { device }))).toBe("too_many_requests");
    expect(await codeOf(attempt(other.email, { device, password: "wrong" }))).toBe("unauthorized");
  });

  test("does not include successful attempts", async () => {
    const { email } = await makeUser();
    await fail(ofStranger(email), 9);
    for (const _ of [1, 2]) expect(await codeOf(attempt(email))).toBe("signed in");
  });

  test("of many accounts is rejected by the limit of its network", async () => {
    const limits = (account: number) => [
      { subject: `account-${account}`, most: 10 },
      { subject: "network-test", most: 3 },
    ];
    for (let account = 0; account < 3; account += 1)
      expect(await codeOf(countAttempt(limits(account)))).toBe("signed in");
    expect(await codeOf(countAttempt(limits(4)))).toBe("too_many_requests");
  });

  test("has a failure with the time to wait, and forgotten attempts do not count", async () => {
    const limits = [{ subject: "account-waiting", most: 2 }];
    let at = Date.UTC(2027, 0, 1);
    setClock(() => at);
    await countAttempt(limits);
    at += 20_000;
    const second = await countAttempt(limits);
    await expect(countAttempt(limits)).rejects.toMatchObject({ headers: { "Retry-After": "40" } });
    await forgetAttempt(second);
    await countAttempt(limits);
    await expect(countAttempt(limits)).rejects.toMatchObject({ code: "too_many_requests" });
  });
});
