import fc from "fast-check";
import { expect, test } from "vitest";
import { retryDelaySeconds } from "#lib/webhooks/retry.ts";

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test("the second attempt comes after 4 to 6 whole seconds", () => {
  fc.assert(fc.property(random, (at) => [4, 5, 6].includes(retryDelaySeconds(1, at) ?? 0)));
});

test("the third attempt comes after five minutes, give or take a fifth, within what a queue can wait", () => {
  fc.assert(
    fc.property(random, (at) => {
      const delay = retryDelaySeconds(2, at) ?? 0;
      return Number.isInteger(delay) && delay >= 240 && delay <= 360;
    }),
  );
});

test("there is no fourth attempt", () => {
  expect(retryDelaySeconds(3)).toBeUndefined();
});
