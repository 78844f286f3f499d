import { afterEach, describe, expect, it } from "vitest";
import { setClock } from "#lib/platform/clock.ts";
import { memoizeWithTtl } from "#lib/platform/memoize-with-ttl.ts";

afterEach(() => setClock(Date.now));

describe("a value that is kept", () => {
  it("is asked for once by all who want it, until its time is over", async () => {
    let asked = 0;
    const value = memoizeWithTtl(1_000, async () => ++asked);
    setClock(() => 10_000);
    expect(await Promise.all([value(), value()])).toEqual([1, 1]);
    setClock(() => 10_999);
    expect(await value()).toBe(1);
    setClock(() => 11_000);
    expect(await value()).toBe(2);
  });

  it("is asked for again when it could not be had", async () => {
    let asked = 0;
    const value = memoizeWithTtl(1_000, async () => {
      asked += 1;
      if (asked === 1) throw new Error("not now");
      return asked;
    });
    await expect(value()).rejects.toThrow("not now");
    expect(await value()).toBe(2);
  });
});
