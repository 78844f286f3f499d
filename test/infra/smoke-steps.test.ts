import { expect, it } from "vitest";
import { Steps } from "#infra/smoke/steps.ts";

it("steps report whether they passed, failed with a cause, or were skipped, and the next ones still run", async () => {
  const reported: string[] = [];
  const steps = new Steps(({ name, outcome, detail }) => reported.push(`${name} ${outcome}: ${detail}`));
  const fails = async () => {
    throw new Error("fetch failed", { cause: new Error("ECONNREFUSED") });
  };
  expect(await steps.run("health", fails)).toBeUndefined();
  steps.skip("book", "no host");
  expect(await steps.run("read", async () => ({ detail: "2 bookings", value: 2 }))).toBe(2);
  expect(reported).toEqual([
    "health failed: fetch failed: ECONNREFUSED",
    "book skipped: no host",
    "read passed: 2 bookings",
  ]);
  expect(steps.results.map(({ outcome }) => outcome)).toEqual(["failed", "skipped", "passed"]);
});
