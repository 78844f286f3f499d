import { queryObjects } from "node:v8";
import { describe, expect, it } from "vitest";
import { BoundedCache, getOrLoad } from "#lib/platform/bounded-cache.ts";

describe("A bounded cache", () => {
  it("removes the entry that was set first when it is full", () => {
    const cache = new BoundedCache<string, number>(2);
    cache.set("a", 1);
    cache.set("b", 2);
    cache.set("a", 3);
    cache.set("c", 4);
    expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual([3, undefined, 4]);
  });

  it("keeps all entries when one of them is set again", () => {
    const cache = new BoundedCache<string, number>(2);
    for (const key of ["a", "b", "b", "b"]) cache.set(key, 1);
    expect(cache.get("a")).toBe(1);
  });

  it("has its latest values in memory, and none that were replaced, removed or deleted", () => {
    class Value {}
    const fill = (change: (cache: BoundedCache<number, Value>, at: number) => void) => {
      const cache = new BoundedCache<number, Value>(100);
      for (let at = 0; at < 10_000; at += 1) change(cache, at);
      return cache;
    };
    const replaced = fill((cache, at) => cache.set(at % 20, new Value()));
    const removed = fill((cache, at) => cache.set(at, new Value()));
    for (let at = 0; at < 10_000; at += 1) removed.set(10_000 - (at % 20), new Value());
    const deleted = fill((cache, at) => {
      cache.set(at, new Value());
      cache.delete(at);
    });
    // Counted once, because the whole heap is collected and searched for it.
    expect(queryObjects(Value)).toBeLessThanOrEqual(600);
    const last = [replaced.get(19), removed.get(9_981), deleted.get(9_999)];
    expect(last).toEqual([expect.any(Value), expect.any(Value), undefined]);
  });

  it("loads a value once for parallel calls, and again after a failure", async () => {
    const cache = new BoundedCache<string, Promise<number>>(2);
    const results = [Promise.reject(new Error("down")), Promise.resolve(2)];
    const load = () => getOrLoad(cache, "a", async () => (await results.shift()) ?? 0);
    const first = await Promise.allSettled([load(), load()]);
    expect(first.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await Promise.all([load(), load()])).toEqual([2, 2]);
  });
});
