import { beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { OPERATOR } from "#lib/caller.ts";
import { newBrowserToken } from "#lib/entry/pages/browser-token.ts";
import { changePassword } from "#lib/identity/sign-in/change-password.ts";
import { findKnownDevice, rememberDevice } from "#lib/identity/sign-in/known-device.ts";
import { createPendingSignIn, redeemPendingSignIn } from "#lib/identity/sign-in/provider/pending-sign-in.ts";
import { createSession, findSignIn } from "#lib/identity/sign-in/session.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { setPassword } from "#lib/identity/users/password.ts";
import { ConditionFailed } from "#lib/storage/table/condition-failed.ts";
import { entity, type Stored } from "#lib/storage/table/entity.ts";
import { put } from "#lib/storage/table/operations.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { useLostResponses } from "#test/support/table/lost-responses.ts";

const table = useLocalTable();
const writes = useLostResponses(table, "PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems");
beforeEach(() => {
  Object.assign(writes, { lost: 0, of: "" });
});

async function makeUser(): Promise<Stored<typeof UserItem>> {
  const { userId } = await makeHost();
  await setPassword(OPERATOR, userId, "correct horse battery");
  const user = await findItem(UserItem, { id: userId });
  if (!user) throw new Error("The user does not exist.");
  return user;
}

describe("a write whose response is lost", () => {
  it("creates a session", async () => {
    const user = await makeUser();
    writes.toLose = 1;
    const token = await createSession(user);
    expect(await findSignIn(token)).toMatchObject({ user: { id: user.id } });
    expect(writes.lost).toBe(1);
  });

  it("remembers a browser", async () => {
    const user = await makeUser();
    writes.toLose = 1;
    const token = await rememberDevice(user);
    expect(await findKnownDevice(token, user)).toBe(token);
    expect(writes.lost).toBe(1);
  });

  it("creates and redeems a sign-in at the provider, once", async () => {
    const browser = newBrowserToken();
    writes.toLose = 1;
    const state = await createPendingSignIn(browser, "a=1");
    writes.toLose = 1;
    expect(await redeemPendingSignIn(browser, state)).toBe("a=1");
    expect(writes.lost).toBe(2);
    await expect(redeemPendingSignIn(browser, state)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("changes a password, but not an old one", async () => {
    const user = await makeUser();
    const change = { password: "correct horse battery", newPassword: "staple and more words" };
    const browser = { device: undefined, address: "192.0.2.1" };
    Object.assign(writes, { toLose: 1, of: "passwordHash" });
    const { session: token } = await changePassword(user, { ...change, ...browser });
    expect(await findSignIn(token)).toMatchObject({ user: { id: user.id } });
    expect(writes.lost).toBe(1);
    await expect(changePassword(user, { ...change, ...browser })).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("a new item whose key another write has used", () => {
  const Thing = entity({
    name: "thing",
    key: { pk: "THING#{id}", sk: "#" },
    schema: z.object({ id: z.int(), owner: z.string(), note: z.string().optional() }),
  });

  it("is rejected if it differs", async () => {
    await writeOne(put(Thing, { id: 1, owner: "one" }));
    await expect(writeOne(put(Thing, { id: 1, owner: "two" }))).rejects.toThrow(ConditionFailed);
  });

  it("is accepted if it is the same: it may be the first attempt, whose response was lost", async () => {
    await writeOne(put(Thing, { id: 2, owner: "one", note: undefined }));
    await writeOne(put(Thing, { id: 2, owner: "one", note: undefined }));
  });
});
