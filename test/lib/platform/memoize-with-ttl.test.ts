import { describe, expect, it } from "vitest";
import { setClock } from "#lib/platform/clock.ts";
import { memoizeWithTtl } from "#lib/platform/memoize-with-ttl.ts";

describe("a memoized value", () => {
  it("is loaded once until it expires, also by concurrent calls", async () => {
    let loads = 0;
    const value = memoizeWithTtl(1_000, async () => ++loads);
    setClock(() => 10_000);
    expect(await Promise.all([value(), value()])).toEqual([1, 1]);
    setClock(() => 10_999);
    expect(await value()).toBe(1);
    setClock(() => 11_000);
    expect(await value()).toBe(2);
  });

  it("is loaded again after a failure", async () => {
    let loads = 0;
    const value = memoizeWithTtl(1_000, async () => {
      loads += 1;
      if (loads === 1) throw new Error("not now");
      return loads;
    });
    await expect(value()).rejects.toThrow("not now");
    expect(await value()).toBe(2);
  });
});
