import { beforeEach, describe, expect, it, vi } from "vitest";
import type { RateState } from "#lib/entry/http/gateway-context.ts";
import { makeHost, makeKey } from "#test/support/builders/builders.ts";
import { authorizerEvent } from "#test/support/calls/gateway-event.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const START = Date.UTC(2030, 0, 1, 12);

/** Loads an authorizer without cached state, with its own clock and count of round trips. */
async function loadAuthorizer() {
  vi.resetModules();
  const [{ authorize }, { setClock }, { resetRoundTrips, roundTrips }] = await Promise.all([
    import("#lib/identity/authorizer/authorize.ts"),
    import("#lib/platform/clock.ts"),
    import("#lib/platform/round-trips.ts"),
  ]);
  return {
    at: (ms: number) => setClock(() => ms),
    /** Advances the clock by a millisecond with every read. */
    tickFrom(ms: number) {
      let present = ms;
      setClock(() => ++present);
    },
    /** The clock when a call starts, and from its second read on. */
    waitFrom(ms: number, until: number) {
      const reads = [ms];
      setClock(() => reads.shift() ?? until);
    },
    async call(key: string): Promise<{ isThrottled: boolean; rate: RateState; trips: number }> {
      resetRoundTrips();
      const { context } = await authorize(authorizerEvent({ headers: { Authorization: [`Bearer ${key}`] } }));
      const isThrottled = context?.["refusal"] === "too_many_requests";
      return { isThrottled, rate: JSON.parse(String(context?.["rate"])), trips: roundTrips().trips };
    },
  };
}
type Authorizer = Awaited<ReturnType<typeof loadAuthorizer>>;

const newKey = async (): Promise<string> => (await makeKey(await makeHost())).key;
const limitTo = (limit: number) => vi.stubEnv("RATE_LIMIT_PER_MINUTE", String(limit));

/** Calls one after the other until one is throttled. Returns how many were admitted. */
async function countAdmitted({ call }: Authorizer, key: string): Promise<number> {
  for (let admitted = 0; ; admitted += 1) if ((await call(key)).isThrottled) return admitted;
}

let authorizer: Authorizer;
beforeEach(async () => {
  authorizer = await loadAuthorizer();
  authorizer.at(START);
});

describe("the rate limit of a credential", () => {
  it.each([1, 2, 7, 9, 14, 17, 60, 97, 600])("admits exactly %i calls in one instant", async (limit) => {
    limitTo(limit);
    expect(await countAdmitted(authorizer, await newKey())).toBe(limit);
  });

  it.each([START + 1, START + 12_345, 1_893_456_000_007])(
    "admits exactly the limit at any instant: %i",
    async (instant) => {
      limitTo(7);
      authorizer.at(instant);
      expect(await countAdmitted(authorizer, await newKey())).toBe(7);
    },
  );

  it("counts parallel calls exactly", async () => {
    limitTo(20);
    const key = await newKey();
    const calls = await Promise.all(Array.from({ length: 50 }, () => authorizer.call(key)));
    expect(calls.filter(({ isThrottled }) => !isThrottled)).toHaveLength(20);
  });

  it("counts the calls of one credential in several functions together", async () => {
    limitTo(10);
    const key = await newKey();
    const others = [await loadAuthorizer(), await loadAuthorizer(), await loadAuthorizer()];
    for (const other of others) other.at(START);
    const calls = await Promise.all(
      Array.from({ length: 30 }, (_, at) => others[at % others.length]?.call(key)),
    );
    expect(calls.filter((call) => call?.isThrottled === false)).toHaveLength(10);
  });

  it("is separate for each credential", async () => {
    limitTo(3);
    const [one, other] = [await newKey(), await newKey()];
    expect(await countAdmitted(authorizer, one)).toBe(3);
    expect(await countAdmitted(authorizer, other)).toBe(3);
  });

  it("refills evenly, and never above the limit", async () => {
    limitTo(6);
    const key = await newKey();
    await countAdmitted(authorizer, key);
    authorizer.at(START + 9_999);
    expect(await countAdmitted(authorizer, key)).toBe(0);
    authorizer.at(START + 10_000);
    expect(await countAdmitted(authorizer, key)).toBe(1);
    authorizer.at(START + 40_000);
    expect(await countAdmitted(authorizer, key)).toBe(3);
    authorizer.at(START + 3_600_000);
    expect(await countAdmitted(authorizer, key)).toBe(6);
  });

  it("names the seconds from the response on, if a call waited while another one used the refill", async () => {
    limitTo(6);
    const key = await newKey();
    await countAdmitted(authorizer, key);
    authorizer.at(START + 10_000);
    expect((await authorizer.call(key)).isThrottled).toBe(false);
    const other = await loadAuthorizer();
    other.waitFrom(START + 1, START + 10_000);
    expect((await other.call(key)).rate).toMatchObject({ retryAfterSeconds: 10 });
  });

  it("is not exhausted for a new function that reads it while it refills", async () => {
    limitTo(60);
    for (let ms = 980; ms < 1005; ms += 1) {
      const key = await newKey();
      await authorizer.call(key);
      const other = await loadAuthorizer();
      other.tickFrom(START + ms);
      expect((await other.call(key)).isThrottled).toBe(false);
    }
  });

  it("returns how many calls remain and when all are available again", async () => {
    limitTo(6);
    const key = await newKey();
    const states = [await authorizer.call(key), await authorizer.call(key)].map(({ rate }) => rate);
    expect(states).toEqual([
      { limit: 6, remaining: 5, resetSeconds: 10 },
      { limit: 6, remaining: 4, resetSeconds: 20 },
    ]);
  });

  it("returns for a throttled call when the next one is admitted, and admits it then", async () => {
    limitTo(6);
    const key = await newKey();
    await countAdmitted(authorizer, key);
    authorizer.at(START + 3_500);
    const { rate } = await authorizer.call(key);
    expect(rate).toEqual({ limit: 6, remaining: 0, resetSeconds: 57, retryAfterSeconds: 7 });
    authorizer.at(START + 3_500 + 7_000);
    expect((await authorizer.call(key)).isThrottled).toBe(false);
  });

  it("takes one round trip, and two for a function's first call with a credential in use", async () => {
    limitTo(60);
    const key = await newKey();
    expect((await authorizer.call(key)).trips).toBe(1);
    expect((await authorizer.call(key)).trips).toBe(1);
    const other = await loadAuthorizer();
    other.at(START);
    expect((await other.call(key)).trips).toBe(2);
    expect((await other.call(key)).trips).toBe(1);
    await countAdmitted(other, key);
    expect((await other.call(key)).trips).toBe(1);
    other.at(START + 3_600_000);
    expect((await other.call(key)).trips).toBe(1);
  });
});
