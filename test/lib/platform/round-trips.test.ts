import { beforeEach, describe, expect, it } from "vitest";
import { countRoundTrip, resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";

const call = (): Promise<void> => countRoundTrip(async () => undefined);
/** A call that ends when the test calls `end`. */
function openCall() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { ended: countRoundTrip(() => promise), end: resolve };
}

beforeEach(resetRoundTrips);

describe("round trips", () => {
  it("are none before the first call", () => {
    expect(roundTrips()).toEqual({ trips: 0, calls: 0 });
  });

  it("are as many as calls if each waits for the previous one", async () => {
    await call();
    await call();
    await call();
    expect(roundTrips()).toEqual({ trips: 3, calls: 3 });
  });

  it("are one for parallel calls", async () => {
    await Promise.all([call(), call(), call()]);
    expect(roundTrips()).toEqual({ trips: 1, calls: 3 });
  });

  it("are the longest chain if only some calls wait", async () => {
    const slow = openCall();
    await call();
    await call();
    slow.end();
    await slow.ended;
    await Promise.all([call(), call()]);
    expect(roundTrips()).toEqual({ trips: 3, calls: 5 });
  });

  it("include failed calls", async () => {
    await expect(countRoundTrip(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await call();
    expect(roundTrips()).toEqual({ trips: 2, calls: 2 });
  });

  it("don't include a call of an earlier invocation that ends in this one", async () => {
    await call();
    const earlier = openCall();
    resetRoundTrips();
    earlier.end();
    await earlier.ended;
    await call();
    expect(roundTrips()).toEqual({ trips: 1, calls: 1 });
  });

  it("are reset for each invocation", async () => {
    await call();
    resetRoundTrips();
    await call();
    expect(roundTrips()).toEqual({ trips: 1, calls: 1 });
  });
});
