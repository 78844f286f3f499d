import { scryptSync } from "node:crypto";
import { expect, test } from "vitest";
import { hashPassword, matchesPassword } from "#lib/identity/users/password.ts";

test("the same password is hashed differently each time", async () => {
  const [one, other] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
  expect(one).not.toBe(other);
});

test("a hash with another cost is valid", async () => {
  const salt = Buffer.from("saltsaltsaltsalt");
  const hash = scryptSync("correct horse", salt, 32, { N: 16, r: 8, p: 1 });
  const cheap = `$scrypt$ln=4,r=8,p=1$${salt.toString("base64url")}$${hash.toString("base64url")}`;
  expect(await matchesPassword("correct horse", cheap)).toBe(true);
  expect(await matchesPassword("correct house", cheap)).toBe(false);
});

test("a letter of one code point matches the same letter of two code points", async () => {
  expect(await matchesPassword("caf\u00e9 noir", await hashPassword("cafe\u0301 noir"))).toBe(true);
});

test("a malformed hash throws a TypeError, and is not a wrong password", async () => {
  await expect(matchesPassword("anything", "plain text")).rejects.toThrow(TypeError);
});
