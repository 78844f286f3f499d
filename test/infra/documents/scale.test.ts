import { describe, expect, it } from "vitest";
import { scaleDocument } from "#infra/documents/scale.ts";
import { LIMITS, PEAK_BOOKINGS } from "#infra/documents/scale-limits.ts";

describe("docs/scale.md", () => {
  it("states that the keys of indexes are enough for 10,000 bookings a second", () => {
    const keys = LIMITS.filter(({ capacity }) => capacity.includes(" keys)"));
    expect(keys).toHaveLength(3);
    for (const { name, reachedAt } of keys)
      expect(reachedAt * PEAK_BOOKINGS, name).toBeGreaterThanOrEqual(10_000);
  });

  it("has a limit for the first loads that an operator can raise", () => {
    for (const { reachedAt, action } of LIMITS.filter((limit) => limit.reachedAt < 500))
      expect(action, String(reachedAt)).toMatch(/Raise|quota|None/);
  });

  it("has at most 100 lines", () => {
    expect(scaleDocument().split("\n").length).toBeLessThanOrEqual(101);
  });
});
