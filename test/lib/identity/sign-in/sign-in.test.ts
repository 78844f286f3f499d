import { scryptSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { lockUser } from "#lib/identity/credentials/rights.ts";
import { findSignIn } from "#lib/identity/sign-in/session.ts";
import { createUser } from "#lib/identity/users/create.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { UserCreate } from "#lib/identity/users/input.ts";
import { update } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { attempt, codeOf, makeUser, PASSWORD } from "./attempts.ts";

useLocalTable();
describe("a user who signs in", () => {
  test("is found only by the token of the session", async () => {
    const user = await makeUser();
    const { session } = await attempt(user.email);
    expect((await findSignIn(session))?.user.id).toBe(user.id);
    expect(await findSignIn(`${session.slice(1)}A`)).toBeUndefined();
  });

  test("can type the address in capitals and with spaces around it", async () => {
    const { email } = await makeUser();
    expect(await codeOf(attempt(` ${email.toUpperCase()} `))).toBe("signed in");
  });

  test("gets the same failure for a wrong password, an unknown address, a user without password and invalid input", async () => {
    const [user, without] = [
      await makeUser(),
      await createUser(OPERATOR, UserCreate.parse({ email: "no-password@example.com", name: "N" })),
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

  test("gets user_locked only with the right password", async () => {
    const { id, email } = await makeUser();
    await lockUser(OPERATOR, id, true);
    expect(await codeOf(attempt(email, { password: "wrong" }))).toBe("unauthorized");
    expect(await codeOf(attempt(email))).toBe("user_locked");
  });

  test("gets a hash with the current cost in place of an old one", async () => {
    const { id, email } = await makeUser();
    const salt = Buffer.from("saltsaltsaltsalt");
    const old = scryptSync(PASSWORD, salt, 32, { N: 16, r: 8, p: 1 });
    const passwordHash = `$scrypt$ln=4,r=8,p=1$${salt.toString("base64url")}$${old.toString("base64url")}`;
    await writeOne(update(UserItem, { id }, { set: { passwordHash } }));
    const { session } = await attempt(email);
    expect((await findItem(UserItem, { id }))?.passwordHash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
    expect(await findSignIn(session)).toBeDefined();
    expect(await codeOf(attempt(email))).toBe("signed in");
  });

  test("is logged without address and password", async () => {
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
