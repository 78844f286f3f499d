import { describe, expect, test } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { countAttempt, limitsOfStranger } from "#lib/identity/sign-in/attempts.ts";
import { changePassword } from "#lib/identity/sign-in/change-password.ts";
import { findKnownDevice, rememberDevice } from "#lib/identity/sign-in/known-device.ts";
import { createResetLink } from "#lib/identity/sign-in/reset-link/create.ts";
import { resetPassword } from "#lib/identity/sign-in/reset-link/reset-password.ts";
import { endSessions } from "#lib/identity/sign-in/session.ts";
import { UserItem } from "#lib/identity/users/entity.ts";
import { setPassword } from "#lib/identity/users/password.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { attempt, codeOf, makeUser, newAddress, PASSWORD } from "./attempts.ts";

useLocalTable();

const NEW_PASSWORD = "a new horse battery";

async function readUser(id: number) {
  const user = await findItem(UserItem, { id });
  if (!user) throw new Error("the user does not exist");
  return user;
}

async function reset(id: number): Promise<string> {
  const { url } = await createResetLink(OPERATOR, id, "https://api.example.com/v1");
  const token = new URL(url).searchParams.get("token") ?? "";
  return rememberDevice(await resetPassword({ token, password: NEW_PASSWORD, formToken: "form" }));
}

async function change(id: number): Promise<string> {
  const browser = { password: PASSWORD, device: undefined, address: newAddress() };
  const { device } = await changePassword(await readUser(id), { ...browser, newPassword: NEW_PASSWORD });
  return device;
}

const signOutEverywhere = async (id: number): Promise<string> => rememberDevice(await endSessions(id));

async function setByOperator(id: number): Promise<undefined> {
  await setPassword(OPERATOR, id, NEW_PASSWORD);
}

describe("a browser in which a user signed in before", () => {
  test.each([
    ["a reset", reset, NEW_PASSWORD],
    ["a change of the password", change, NEW_PASSWORD],
    ["signing out everywhere", signOutEverywhere, PASSWORD],
    ["a new password from the operator", setByOperator, NEW_PASSWORD],
  ])("is unknown after %s, except the browser that did it", async (_, act, password) => {
    const { id, email } = await makeUser();
    const { device: other } = await attempt(email);
    const own = await act(id);
    const user = await readUser(id);
    expect(await findKnownDevice(other, user)).toBeUndefined();
    if (own !== undefined) expect(await findKnownDevice(own, user)).toBe(own);
    for (let failed = 0; failed < 10; failed += 1)
      await countAttempt(limitsOfStranger({ email, address: newAddress() }));
    expect(await codeOf(attempt(email, { password, device: other }))).toBe("too_many_requests");
    if (own !== undefined) expect(await codeOf(attempt(email, { password, device: own }))).toBe("signed in");
  });

  test("is known again after the next sign-in, with another token", async () => {
    const { id, email } = await makeUser();
    const { device: before } = await attempt(email);
    await endSessions(id);
    const { device: after } = await attempt(email, { device: before });
    expect(after).not.toBe(before);
    expect(await findKnownDevice(after, await readUser(id))).toBe(after);
  });

  test("stays known with the same token while nothing changes, and is unknown to other users", async () => {
    const [{ id, email }, other] = [await makeUser(), await makeUser()];
    const { device } = await attempt(email);
    expect((await attempt(email, { device })).device).toBe(device);
    expect(await findKnownDevice(device, await readUser(id))).toBe(device);
    expect(await findKnownDevice(device, await readUser(other.id))).toBeUndefined();
  });
});
