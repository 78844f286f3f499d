import { beforeEach, describe, expect, it } from "vitest";
import { countRoundTrip, resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";

const call = (): Promise<void> => countRoundTrip(async () => undefined);
/** A call that ends when told to. */
function openCall() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { ended: countRoundTrip(() => promise), end: resolve };
}

beforeEach(resetRoundTrips);

describe("round trips", () => {
  it("are none before the first call", () => {
    expect(roundTrips()).toEqual({ trips: 0, calls: 0 });
  });

  it("are as many as calls when each waits for the one before", async () => {
    await call();
    await call();
    await call();
    expect(roundTrips()).toEqual({ trips: 3, calls: 3 });
  });

  it("are one for calls made side by side", async () => {
    await Promise.all([call(), call(), call()]);
    expect(roundTrips()).toEqual({ trips: 1, calls: 3 });
  });

  it("are the longest chain when some wait and some do not", async () => {
    const slow = openCall();
    await call();
    await call();
    slow.end();
    await slow.ended;
    await Promise.all([call(), call()]);
    expect(roundTrips()).toEqual({ trips: 3, calls: 5 });
  });

  it("count a call that fails", async () => {
    await expect(countRoundTrip(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await call();
    expect(roundTrips()).toEqual({ trips: 2, calls: 2 });
  });

  it("start again with each invocation", async () => {
    await call();
    resetRoundTrips();
    await call();
    expect(roundTrips()).toEqual({ trips: 1, calls: 1 });
  });
});
