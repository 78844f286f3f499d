import { describe, expect, it } from "vitest";
import { newBrowserToken } from "#lib/entry/pages/browser-token.ts";
import { createPendingSignIn, redeemPendingSignIn } from "#lib/identity/sign-in/provider/pending-sign-in.ts";
import { setClock } from "#lib/platform/clock.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const MINUTE = 60_000;
const forbidden = { code: "forbidden" };

describe("a sign-in that waits for the provider", () => {
  it("continues once, in the same browser, with its original query", async () => {
    const [browser, other] = [newBrowserToken(), newBrowserToken()];
    const query = "state=%26&state=2&=&scope=";
    const state = await createPendingSignIn(browser, query);
    await expect(redeemPendingSignIn(other, state)).rejects.toMatchObject(forbidden);
    await expect(redeemPendingSignIn("", state)).rejects.toMatchObject(forbidden);
    expect(await redeemPendingSignIn(browser, state)).toBe(query);
    await expect(redeemPendingSignIn(browser, state)).rejects.toMatchObject(forbidden);
  });

  it("expires after ten minutes", async () => {
    const browser = newBrowserToken();
    const states = [
      await createPendingSignIn(browser, "a=1"),
      await createPendingSignIn(browser, "a=2"),
    ] as const;
    const startedAt = Date.now();
    setClock(() => startedAt + 9 * MINUTE);
    expect(await redeemPendingSignIn(browser, states[0])).toBe("a=1");
    setClock(() => startedAt + 11 * MINUTE);
    await expect(redeemPendingSignIn(browser, states[1])).rejects.toMatchObject(forbidden);
  });
});
