import { afterEach, describe, expect, it } from "vitest";
import { newBrowserToken } from "#lib/pages/browser-token.ts";
import { setClock } from "#lib/platform/clock.ts";
import { createPendingSignIn, redeemPendingSignIn } from "#lib/sign-in/provider/pending-sign-in.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
afterEach(() => setClock(Date.now));

const MINUTE = 60_000;
const refused = { code: "forbidden" };

describe("a sign-in that waits for the provider", () => {
  it("goes on once, in its own browser, with all it began with", async () => {
    const [browser, other] = [newBrowserToken(), newBrowserToken()];
    const query = "state=%26&state=2&=&scope=";
    const state = await createPendingSignIn(browser, query);
    await expect(redeemPendingSignIn(other, state)).rejects.toMatchObject(refused);
    await expect(redeemPendingSignIn("", state)).rejects.toMatchObject(refused);
    expect(await redeemPendingSignIn(browser, state)).toBe(query);
    await expect(redeemPendingSignIn(browser, state)).rejects.toMatchObject(refused);
  });

  it("waits ten minutes", async () => {
    const browser = newBrowserToken();
    const states = [
      await createPendingSignIn(browser, "a=1"),
      await createPendingSignIn(browser, "a=2"),
    ] as const;
    const begunAt = Date.now();
    setClock(() => begunAt + 9 * MINUTE);
    expect(await redeemPendingSignIn(browser, states[0])).toBe("a=1");
    setClock(() => begunAt + 11 * MINUTE);
    await expect(redeemPendingSignIn(browser, states[1])).rejects.toMatchObject(refused);
  });
});
