import { beforeEach, describe, expect, it, vi } from "vitest";
import type { RateState } from "#lib/http/rate-state.ts";
import { makeHost, makeKey } from "#test/support/builders/builders.ts";
import { authorizerEvent } from "#test/support/calls/gateway-event.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const START = Date.UTC(2030, 0, 1, 12);

/** An authorizer that remembers nothing, with its clock and its counter of round trips. */
async function coldAuthorizer() {
  vi.resetModules();
  const [{ authorize }, { setClock }, { resetRoundTrips, roundTrips }] = await Promise.all([
    import("#lib/authorizer/authorize.ts"),
    import("#lib/platform/clock.ts"),
    import("#lib/platform/round-trips.ts"),
  ]);
  return {
    at: (ms: number) => setClock(() => ms),
    /** Lets a millisecond pass with every look at the clock. */
    tickFrom(ms: number) {
      let present = ms;
      setClock(() => ++present);
    },
    async call(key: string): Promise<{ refused: boolean; rate: RateState; trips: number }> {
      resetRoundTrips();
      const { context } = await authorize(authorizerEvent({ headers: { Authorization: [`Bearer ${key}`] } }));
      const refused = context?.["refusal"] === "too_many_requests";
      return { refused, rate: JSON.parse(String(context?.["rate"])), trips: roundTrips().trips };
    },
  };
}
type Authorizer = Awaited<ReturnType<typeof coldAuthorizer>>;

const newKey = async (): Promise<string> => (await makeKey(await makeHost())).key;
const limitTo = (limit: number) => vi.stubEnv("RATE_LIMIT_PER_MINUTE", String(limit));

/** Calls one after the other until one is refused; answers how many were not. */
async function admittedInARow({ call }: Authorizer, key: string): Promise<number> {
  for (let admitted = 0; ; admitted += 1) if ((await call(key)).refused) return admitted;
}

let authorizer: Authorizer;
beforeEach(async () => {
  authorizer = await coldAuthorizer();
  authorizer.at(START);
});

describe("the rate limit of a credential", () => {
  it.each([1, 2, 7, 9, 14, 17, 60, 97, 600])("admits exactly %i calls in one instant", async (limit) => {
    limitTo(limit);
    expect(await admittedInARow(authorizer, await newKey())).toBe(limit);
  });

  it.each([START + 1, START + 12_345, 1_893_456_000_007])(
    "admits exactly its number at any instant: %i",
    async (instant) => {
      limitTo(7);
      authorizer.at(instant);
      expect(await admittedInARow(authorizer, await newKey())).toBe(7);
    },
  );

  it("counts calls at once one by one", async () => {
    limitTo(20);
    const key = await newKey();
    const calls = await Promise.all(Array.from({ length: 50 }, () => authorizer.call(key)));
    expect(calls.filter(({ refused }) => !refused)).toHaveLength(20);
  });

  it("counts the calls of one credential in several functions together", async () => {
    limitTo(10);
    const key = await newKey();
    const others = [await coldAuthorizer(), await coldAuthorizer(), await coldAuthorizer()];
    for (const other of others) other.at(START);
    const calls = await Promise.all(
      Array.from({ length: 30 }, (_, at) => others[at % others.length]?.call(key)),
    );
    expect(calls.filter((call) => call?.refused === false)).toHaveLength(10);
  });

  it("is one of each credential", async () => {
    limitTo(3);
    const [one, other] = [await newKey(), await newKey()];
    expect(await admittedInARow(authorizer, one)).toBe(3);
    expect(await admittedInARow(authorizer, other)).toBe(3);
  });

  it("gives calls back evenly, and never more than its number", async () => {
    limitTo(6);
    const key = await newKey();
    await admittedInARow(authorizer, key);
    authorizer.at(START + 9_999);
    expect(await admittedInARow(authorizer, key)).toBe(0);
    authorizer.at(START + 10_000);
    expect(await admittedInARow(authorizer, key)).toBe(1);
    authorizer.at(START + 40_000);
    expect(await admittedInARow(authorizer, key)).toBe(3);
    authorizer.at(START + 3_600_000);
    expect(await admittedInARow(authorizer, key)).toBe(6);
  });

  it("is not taken for used up by a function that meets it while it fills again", async () => {
    limitTo(60);
    for (let ms = 980; ms < 1005; ms += 1) {
      const key = await newKey();
      await authorizer.call(key);
      const other = await coldAuthorizer();
      other.tickFrom(START + ms);
      expect((await other.call(key)).refused).toBe(false);
    }
  });

  it("says how many calls are left and when all are back", async () => {
    limitTo(6);
    const key = await newKey();
    const states = [await authorizer.call(key), await authorizer.call(key)].map(({ rate }) => rate);
    expect(states).toEqual([
      { limit: 6, remaining: 5, resetSeconds: 10 },
      { limit: 6, remaining: 4, resetSeconds: 20 },
    ]);
  });

  it("says to a refused call when the next one will be admitted, and keeps its word", async () => {
    limitTo(6);
    const key = await newKey();
    await admittedInARow(authorizer, key);
    authorizer.at(START + 3_500);
    const { rate } = await authorizer.call(key);
    expect(rate).toEqual({ limit: 6, remaining: 0, resetSeconds: 57, retryAfterSeconds: 7 });
    authorizer.at(START + 3_500 + 7_000);
    expect((await authorizer.call(key)).refused).toBe(false);
  });

  it("takes one round trip, and two for the first call of a function on a credential in use", async () => {
    limitTo(60);
    const key = await newKey();
    expect((await authorizer.call(key)).trips).toBe(1);
    expect((await authorizer.call(key)).trips).toBe(1);
    const other = await coldAuthorizer();
    other.at(START);
    expect((await other.call(key)).trips).toBe(2);
    expect((await other.call(key)).trips).toBe(1);
    await admittedInARow(other, key);
    expect((await other.call(key)).trips).toBe(1);
    other.at(START + 3_600_000);
    expect((await other.call(key)).trips).toBe(1);
  });
});
