import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { JITTER, nextAttemptAt, RETRY_SECONDS } from "#lib/delivery/sending/retry.ts";
import { setClock } from "#lib/platform/clock.ts";

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const START = Date.UTC(2026, 0, 5, 9);
beforeEach(() => setClock(() => START));

/** Seconds until the next attempt after some attempts. */
const secondsTo = (made: number, answer: Parameters<typeof nextAttemptAt>[1], at = 0.5) =>
  (Date.parse(nextAttemptAt(made, answer, at) ?? "") - START) / 1000;
const failed = { status: 500 };

describe("the schedule", () => {
  test("has eight attempts over more than 27 hours", () => {
    const total = RETRY_SECONDS.reduce((sum, seconds) => sum + seconds, 0);
    expect(RETRY_SECONDS).toHaveLength(7);
    expect(total).toBeGreaterThan(27 * 3600);
    expect(nextAttemptAt(8, failed)).toBeUndefined();
  });

  test("has waits that differ by at most a fifth from the published ones, in whole seconds", () => {
    const made = fc.integer({ min: 1, max: RETRY_SECONDS.length });
    fc.assert(
      fc.property(made, random, (attempts, at) => {
        const published = RETRY_SECONDS[attempts - 1] ?? 0;
        const wait = secondsTo(attempts, failed, at);
        return (
          Number.isInteger(wait) &&
          wait >= Math.floor(published * (1 - JITTER)) &&
          wait <= Math.ceil(published * (1 + JITTER))
        );
      }),
    );
  });

  test("waits 4 to 6 seconds before the second attempt", () => {
    fc.assert(fc.property(random, (at) => [4, 5, 6].includes(secondsTo(1, failed, at))));
  });
});

describe("a busy subscriber", () => {
  test.each([429, 503])("that responds with %i gets no request for the time it requested", (status) => {
    expect(secondsTo(1, { status, retryAfterSeconds: 7_000 })).toBe(7_000);
  });

  test("gets no attempt earlier than scheduled", () => {
    expect(secondsTo(2, { status: 503, retryAfterSeconds: 1 })).toBe(300);
  });

  test("can delay attempts only with a status for busy servers", () => {
    expect(secondsTo(1, { status: 500, retryAfterSeconds: 7_000 })).toBe(5);
  });
});
