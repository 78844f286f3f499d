import { expect, test } from "vitest";
import { readAccount } from "#lib/account/read-account.ts";
import { revokeApiKey } from "#lib/identity/api-keys/revoke.ts";
import { createSession } from "#lib/identity/sign-in/session.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { makeHost, makeKey } from "#test/support/builders/builders.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { passSeconds } from "#test/support/clock/pass-time.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

/** What the account page shows of a user. */
async function accountOf(id: number) {
  const user = await findItem(UserItem, { id });
  const account = user && (await readAccount(await createSession(user)));
  if (!account) throw new Error("the user does not exist");
  return account;
}

test("the account page shows the live API keys, newest first", async () => {
  const caller = await makeHost();
  for (const note of ["first", "second", "third"]) {
    await makeKey(caller, { note });
    passSeconds(1);
  }
  const { apiKey } = await makeKey(caller, { note: "revoked" });
  await revokeApiKey(caller, caller.userId, apiKey.id);
  const { apiKeys } = await accountOf(caller.userId);
  expect(apiKeys.map(({ note }) => note)).toEqual(["third", "second", "first"]);
});

test("the account page of a system admin shows only their own", async () => {
  await makeWebhook(await makeHost());
  const admin = await makeHost("ADMIN");
  expect((await accountOf(admin.userId)).webhooks).toEqual([]);
});
