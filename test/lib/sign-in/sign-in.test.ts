import { scryptSync } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { lockUser } from "#lib/credentials/lock.ts";
import { setClock } from "#lib/platform/clock.ts";
import { countAttempt, forgetAttempt, type Limit } from "#lib/sign-in/attempt.ts";
import type { Credentials } from "#lib/sign-in/check-password.ts";
import { limitsOfDevice, limitsOfStranger } from "#lib/sign-in/limits.ts";
import { findSignedInUser } from "#lib/sign-in/session.ts";
import { signIn } from "#lib/sign-in/sign-in.ts";
import { update } from "#lib/table/operations.ts";
import { getItem } from "#lib/table/read.ts";
import { writeOne } from "#lib/table/write.ts";
import type { Account } from "#lib/users/account.ts";
import { createUser } from "#lib/users/create.ts";
import { UserItem } from "#lib/users/entity.ts";
import { UserCreate } from "#lib/users/input.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
const PASSWORD = "correct horse battery";
let made = 0;

const makeUser = (password: string | undefined = PASSWORD): Promise<Account> =>
  createUser(OPERATOR, UserCreate.parse({ email: `person${++made}@example.com`, name: "Person", password }));

/** Somebody tries, from an address of their own unless it is said. */
const attempt = (email: string, more: Partial<Credentials> = {}) =>
  signIn({ email, password: PASSWORD, device: undefined, address: `192.0.2.${++made}`, ...more });

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "signed in",
    (error: { code: string }) => error.code,
  );

afterEach(() => setClock(Date.now));

describe("a user who signs in", () => {
  test("is known by the session, and by its token alone", async () => {
    captureLines();
    const user = await makeUser();
    const { session } = await attempt(user.email);
    expect((await findSignedInUser(session))?.id).toBe(user.id);
    expect(await findSignedInUser(`${session.slice(1)}A`)).toBeUndefined();
  });

  test("may write the address in capitals and with blanks around it", async () => {
    captureLines();
    const { email } = await makeUser();
    expect(await codeOf(attempt(` ${email.toUpperCase()} `))).toBe("signed in");
  });

  test("gets the same error for a wrong password, an unknown address, a user without password and nonsense", async () => {
    captureLines();
    const [user, without] = [
      await makeUser(),
      await createUser(OPERATOR, UserCreate.parse({ email: `no${++made}@example.com`, name: "N" })),
    ];
    const tries = [
      attempt(user.email, { password: "wrong" }),
      attempt("nobody@example.com"),
      attempt(without.email),
      attempt("no address"),
      attempt(""),
    ];
    const answers = await Promise.all(
      tries.map((each) => each.catch((error: Error) => ({ ...error, message: error.message }))),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ code: "unauthorized" });
  });

  test("is told of a lock only after the right password", async () => {
    captureLines();
    const { id, email } = await makeUser();
    await lockUser(OPERATOR, id, true);
    expect(await codeOf(attempt(email, { password: "wrong" }))).toBe("unauthorized");
    expect(await codeOf(attempt(email))).toBe("user_locked");
  });

  test("gets a hash of today's cost in place of an old one", async () => {
    captureLines();
    const { id, email } = await makeUser();
    const salt = Buffer.from("saltsaltsaltsalt");
    const old = scryptSync(PASSWORD, salt, 32, { N: 16, r: 8, p: 1 });
    const passwordHash = `$scrypt$ln=4,r=8,p=1$${salt.toString("base64url")}$${old.toString("base64url")}`;
    await writeOne(update(UserItem, { id }, { set: { passwordHash } }));
    const { session } = await attempt(email);
    expect((await getItem(UserItem, { id }))?.passwordHash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
    expect(await findSignedInUser(session)).toBeDefined();
    expect(await codeOf(attempt(email))).toBe("signed in");
  });

  test("leaves lines without address or password", async () => {
    const lines = captureLines();
    const { id, email } = await makeUser();
    await attempt(email);
    await codeOf(attempt(email, { password: "not this" }));
    expect(lines()).toMatchObject([
      { event: "signed_in", userId: id },
      { event: "security", kind: "sign_in.failed", userId: id },
    ]);
    expect(JSON.stringify(lines())).not.toMatch(/example\.com|correct|not this/);
  });
});

describe("brute force", () => {
  /** Fails as often as is allowed, without the work of checking. */
  const fail = async (limits: readonly Limit[], times = 10): Promise<void> => {
    for (let tried = 0; tried < times; tried += 1) await countAttempt(limits);
  };
  const ofStranger = (email: string): Limit[] => limitsOfStranger({ email, address: `192.0.2.${++made}` });

  test("is refused after ten failures in a minute, the right password included, and goes on a minute later", async () => {
    captureLines();
    const { email } = await makeUser();
    await fail(ofStranger(email), 9);
    expect(await codeOf(attempt(email, { password: "wrong" }))).toBe("unauthorized");
    expect(await codeOf(attempt(email))).toBe("too_many_requests");
    setClock(() => Date.now() + 61_000);
    expect(await codeOf(attempt(email))).toBe("signed in");
  });

  test("lets no more than ten of thirty attempts at once be checked", async () => {
    const limits = [{ subject: "account-at-once", most: 10 }];
    const codes = await Promise.all(Array.from({ length: 30 }, () => codeOf(countAttempt(limits))));
    expect(codes.filter((code) => code === "signed in")).toHaveLength(10);
    expect(new Set(codes)).toEqual(new Set(["signed in", "too_many_requests"]));
  });

  test("of unknown addresses is refused in the same way", async () => {
    captureLines();
    await fail(ofStranger("stranger@example.com"), 9);
    expect(await codeOf(attempt("stranger@example.com"))).toBe("unauthorized");
    expect(await codeOf(attempt("stranger@example.com"))).toBe("too_many_requests");
  });

  test("logs what was throttled: the account, the browser or the network", async () => {
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
    const told = lines().filter(({ event }) => event === "security");
    expect(told.map(({ kind, subject }) => [kind, String(subject).split("-")[0]])).toEqual([
      ["sign_in.throttled", "account"],
      ["sign_in.throttled", "network"],
      ["sign_in.throttled", "device"],
    ]);
  });

  test("does not lock the browser the user has signed in with before, which is counted by itself", async () => {
    captureLines();
    const [{ email }, other] = [await makeUser(), await makeUser()];
    const { device } = await attempt(email);
    await fail(ofStranger(email));
    expect(await codeOf(attempt(email))).toBe("too_many_requests");
    expect(await codeOf(attempt(email, { device }))).toBe("signed in");
    await fail(limitsOfDevice(device));
    expect(await codeOf(attempt(email, { device }))).toBe("too_many_requests");
    expect(await codeOf(attempt(other.email, { device, password: "wrong" }))).toBe("unauthorized");
  });

  test("is not what a success counts as", async () => {
    captureLines();
    const { email } = await makeUser();
    await fail(ofStranger(email), 9);
    for (const _ of [1, 2]) expect(await codeOf(attempt(email))).toBe("signed in");
  });

  test("through many accounts is refused by its network", async () => {
    captureLines();
    const limits = (account: number) => [
      { subject: `account-${account}`, most: 10 },
      { subject: "network-test", most: 3 },
    ];
    for (let account = 0; account < 3; account += 1)
      expect(await codeOf(countAttempt(limits(account)))).toBe("signed in");
    expect(await codeOf(countAttempt(limits(4)))).toBe("too_many_requests");
  });

  test("tells how long to wait, and what was no failure does not count", async () => {
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
