import { describe, expect, it } from "vitest";
import { expiryInDays, now, nowIso, setClock } from "#lib/platform/clock.ts";

describe("the clock", () => {
  it("returns the same instant in every form", () => {
    setClock(() => Date.UTC(2026, 1, 28, 23, 59, 59, 7));
    expect(now()).toBe(1_772_323_199_007);
    expect(nowIso()).toBe("2026-02-28T23:59:59.007Z");
  });

  it("returns an expiry in whole seconds", () => {
    setClock(() => 1_500);
    expect(expiryInDays(2)).toBe(172_801);
  });
});
