import { beforeEach, describe, expect, it, vi } from "vitest";
import type { RateState } from "#lib/entry/http/gateway-context.ts";
import { authorize } from "#lib/identity/authorizer/authorize.ts";
import { setClock } from "#lib/platform/clock.ts";
import { changeService } from "#lib/platform/per-service.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { makeHost, makeKey } from "#test/support/builders/builders.ts";
import { authorizerEvent } from "#test/support/calls/gateway-event.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const START = Date.UTC(2030, 0, 1, 12);

const at = (ms: number) => setClock(() => ms);
/** Advances the clock by a millisecond with every read. */
function tickFrom(ms: number): void {
  let present = ms;
  setClock(() => ++present);
}
/** The clock when a call starts, and from its second read on. */
function waitFrom(ms: number, until: number): void {
  const reads = [ms];
  setClock(() => reads.shift() ?? until);
}

async function call(key: string): Promise<{ isThrottled: boolean; rate: RateState; trips: number }> {
  resetRoundTrips();
  const { context } = await authorize(authorizerEvent({ headers: { Authorization: [`Bearer ${key}`] } }));
  const isThrottled = context?.["refusal"] === "too_many_requests";
  return { isThrottled, rate: JSON.parse(String(context?.["rate"])), trips: roundTrips().trips };
}

/** The calls that follow are those of another instance of the function, which has nothing in its caches. */
const startNewInstance = changeService;

const newKey = async (): Promise<string> => (await makeKey(await makeHost())).key;
const limitTo = (limit: number) => vi.stubEnv("RATE_LIMIT_PER_MINUTE", String(limit));

/** Calls one after the other until one is throttled. Returns how many were admitted. */
async function countAdmitted(key: string): Promise<number> {
  for (let admitted = 0; ; admitted += 1) if ((await call(key)).isThrottled) return admitted;
}

beforeEach(() => {
  startNewInstance();
  at(START);
});

describe("the rate limit of a credential", () => {
  it.each([1, 2, 7, 9, 14, 17, 60, 97, 600])("admits exactly %i calls in one instant", async (limit) => {
    limitTo(limit);
    expect(await countAdmitted(await newKey())).toBe(limit);
  });

  it.each([START + 1, START + 12_345, 1_893_456_000_007])(
    "admits exactly the limit at any instant: %i",
    async (instant) => {
      limitTo(7);
      at(instant);
      expect(await countAdmitted(await newKey())).toBe(7);
    },
  );

  it("counts parallel calls exactly", async () => {
    limitTo(20);
    const key = await newKey();
    const calls = await Promise.all(Array.from({ length: 50 }, () => call(key)));
    expect(calls.filter(({ isThrottled }) => !isThrottled)).toHaveLength(20);
  });

  it("counts the calls of one credential in several functions together", async () => {
    limitTo(10);
    const key = await newKey();
    const calls = await Promise.all(
      Array.from({ length: 30 }, () => {
        startNewInstance();
        return call(key);
      }),
    );
    expect(calls.filter(({ isThrottled }) => !isThrottled)).toHaveLength(10);
  });

  it("is separate for each credential", async () => {
    limitTo(3);
    const [one, other] = [await newKey(), await newKey()];
    expect(await countAdmitted(one)).toBe(3);
    expect(await countAdmitted(other)).toBe(3);
  });

  it("refills evenly, and never above the limit", async () => {
    limitTo(6);
    const key = await newKey();
    await countAdmitted(key);
    at(START + 9_999);
    expect(await countAdmitted(key)).toBe(0);
    at(START + 10_000);
    expect(await countAdmitted(key)).toBe(1);
    at(START + 40_000);
    expect(await countAdmitted(key)).toBe(3);
    at(START + 3_600_000);
    expect(await countAdmitted(key)).toBe(6);
  });

  it("names the seconds from the response on, if a call waited while another one used the refill", async () => {
    limitTo(6);
    const key = await newKey();
    await countAdmitted(key);
    at(START + 10_000);
    expect((await call(key)).isThrottled).toBe(false);
    startNewInstance();
    waitFrom(START + 1, START + 10_000);
    expect((await call(key)).rate).toMatchObject({ retryAfterSeconds: 10 });
  });

  it("is not exhausted for a new function that reads it while it refills", async () => {
    limitTo(60);
    for (let ms = 980; ms < 1005; ms += 1) {
      const key = await newKey();
      await call(key);
      startNewInstance();
      tickFrom(START + ms);
      expect((await call(key)).isThrottled).toBe(false);
    }
  });

  it("returns how many calls remain and when all are available again", async () => {
    limitTo(6);
    const key = await newKey();
    const states = [await call(key), await call(key)].map(({ rate }) => rate);
    expect(states).toEqual([
      { limit: 6, remaining: 5, resetSeconds: 10 },
      { limit: 6, remaining: 4, resetSeconds: 20 },
    ]);
  });

  it("returns for a throttled call when the next one is admitted, and admits it then", async () => {
    limitTo(6);
    const key = await newKey();
    await countAdmitted(key);
    at(START + 3_500);
    const { rate } = await call(key);
    expect(rate).toEqual({ limit: 6, remaining: 0, resetSeconds: 57, retryAfterSeconds: 7 });
    at(START + 3_500 + 7_000);
    expect((await call(key)).isThrottled).toBe(false);
  });

  it("takes one round trip, and two for a function's first call with a credential in use", async () => {
    limitTo(60);
    const key = await newKey();
    expect((await call(key)).trips).toBe(1);
    expect((await call(key)).trips).toBe(1);
    startNewInstance();
    at(START);
    expect((await call(key)).trips).toBe(2);
    expect((await call(key)).trips).toBe(1);
    await countAdmitted(key);
    expect((await call(key)).trips).toBe(1);
    at(START + 3_600_000);
    expect((await call(key)).trips).toBe(1);
  });
});
