import crypto, { type ScryptOptions } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { newBrowserToken } from "#lib/entry/pages/browser-token.ts";
import { signIn } from "#lib/identity/sign-in/sign-in.ts";
import { createUser } from "#lib/identity/users/create.ts";
import { UserCreate } from "#lib/identity/users/input.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
beforeEach(() => {
  vi.spyOn(crypto, "scrypt");
  syncBuiltinESMExports();
});
afterEach(() => {
  vi.mocked(crypto.scrypt).mockRestore();
  syncBuiltinESMExports();
});

/** Returns the output bytes and the cost of each scrypt call since the last read. */
function readHashCosts(): [number, ScryptOptions][] {
  const calls = vi.mocked(crypto.scrypt).mock.calls as unknown as [string, Buffer, number, ScryptOptions][];
  const costs = calls.map(([, , bytes, options]): [number, ScryptOptions] => [bytes, options]);
  vi.mocked(crypto.scrypt).mockClear();
  return costs;
}

/** Signs in with a wrong password. Returns the hashes and round trips of the attempt. */
async function measureAttempt(email: string, device: string | undefined) {
  readHashCosts();
  resetRoundTrips();
  const attempt = { email, password: "wrong", device, address: "192.0.2.1" };
  await expect(signIn(attempt)).rejects.toMatchObject({ code: "unauthorized" });
  return { hashes: readHashCosts(), ...roundTrips() };
}

it.each([
  ["no known browser", undefined],
  ["the token of another browser", newBrowserToken()],
])(
  "signing in costs the same hash and reads for an unknown address as for a wrong password, with %s",
  async (_, device) => {
    const create = (email: string, password?: string) =>
      createUser(OPERATOR, UserCreate.parse({ email, name: "Person", password }));
    const suffix = `${device === undefined}@example.com`;
    await create(`with-${suffix}`, "correct horse battery");
    await create(`without-${suffix}`);
    const expected = await measureAttempt(`with-${suffix}`, device);
    expect(expected.hashes).toEqual([[32, expect.objectContaining({ N: 2 ** 15, r: 8, p: 3 })]]);
    for (const email of [`nobody-${suffix}`, `without-${suffix}`])
      expect(await measureAttempt(email, device)).toEqual(expected);
  },
);
