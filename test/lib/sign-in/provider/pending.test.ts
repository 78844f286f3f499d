import { afterEach, describe, expect, it } from "vitest";
import { newBrowserToken } from "#lib/pages/browser-token.ts";
import { setClock } from "#lib/platform/clock.ts";
import { claimPending, keepPending } from "#lib/sign-in/provider/pending.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();
afterEach(() => setClock(Date.now));

const MINUTE = 60_000;
const refused = { code: "forbidden" };

describe("a sign-in that waits for the provider", () => {
  it("goes on once, in its own browser, with all it began with", async () => {
    const [browser, other] = [newBrowserToken(), newBrowserToken()];
    const query = "state=%26&state=2&=&scope=";
    const state = await keepPending(browser, query);
    await expect(claimPending(other, state)).rejects.toMatchObject(refused);
    await expect(claimPending("", state)).rejects.toMatchObject(refused);
    expect(await claimPending(browser, state)).toBe(query);
    await expect(claimPending(browser, state)).rejects.toMatchObject(refused);
  });

  it("waits ten minutes", async () => {
    const browser = newBrowserToken();
    const states = [await keepPending(browser, "a=1"), await keepPending(browser, "a=2")] as const;
    const begunAt = Date.now();
    setClock(() => begunAt + 9 * MINUTE);
    expect(await claimPending(browser, states[0])).toBe("a=1");
    setClock(() => begunAt + 11 * MINUTE);
    await expect(claimPending(browser, states[1])).rejects.toMatchObject(refused);
  });
});
