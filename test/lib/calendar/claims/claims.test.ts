import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ClaimedTime, ClaimRow, claimWrites } from "#lib/calendar/claims/claims.ts";
import { ConditionFailed } from "#lib/storage/table/condition-failed.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { SeenItems } from "#lib/storage/table/seen-items.ts";
import { transact } from "#lib/storage/table/write.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

/** A minute of 2030 at a full hour. */
const FIRST = 31_557_600;
const MORE_RUNS = { numRuns: 25 };

/** Lengths that end within an hour, fill one and span several. */
const span = fc.record({ from: fc.integer({ min: 0, max: 400 }), length: fc.integer({ min: 1, max: 150 }) });
type Span = { from: number; length: number };
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant("take" as const), span }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("move" as const), which: fc.nat(20), span }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("free" as const), which: fc.nat(20) }) },
);

let users = 0;
const nothingSeen = new SeenItems();
const claimOf = (owner: number, { from, length }: Span): ClaimedTime => ({
  owner,
  from: FIRST + from,
  to: FIRST + from + length,
});
const overlaps = (a: ClaimedTime, b: ClaimedTime): boolean => a.from < b.to && b.from < a.to;

const asLists = ({ from, to }: { from?: ClaimedTime; to?: ClaimedTime }) => ({
  released: from ? [from] : [],
  claimed: to ? [to] : [],
});

/** Writes a move. Returns false if it fails because a minute is not available. */
async function tryMove(userId: number, move: { from?: ClaimedTime; to?: ClaimedTime }): Promise<boolean> {
  try {
    await transact(claimWrites(userId, asLists(move), nothingSeen));
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(ConditionFailed);
    return false;
  }
}

/** Returns the stored claimed minutes of a host, each with its owner. */
async function storedMinutes(userId: number): Promise<[number, unknown][]> {
  const rows = await queryAll(ClaimRow, { userId });
  return rows.flatMap((row) =>
    Object.entries(row).flatMap(([name, owner]): [number, unknown][] =>
      /^m\d\d$/.test(name) ? [[row.hour * 60 + Number(name.slice(1)), owner]] : [],
    ),
  );
}

/** Returns the minutes of claims, each with its owner. A minute of two claims is in the result twice. */
const minutesOf = (claims: readonly ClaimedTime[]): [number, number | string][] =>
  claims.flatMap(({ from, to, owner }) =>
    Array.from({ length: to - from }, (_, at): [number, number | string] => [from + at, owner]),
  );
const byMinute = (a: [number, unknown], b: [number, unknown]) => a[0] - b[0];

describe("the claims of a host", () => {
  it("match a plain model after any claims, moves and releases", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 16 }), async (steps) => {
        const userId = ++users;
        const claims = new Map<number, ClaimedTime>();
        for (const [at, next] of steps.entries()) {
          const claimed = [...claims.values()];
          const from = next.does === "take" ? undefined : claimed[next.which % Math.max(1, claimed.length)];
          if (next.does !== "take" && !from) continue;
          const owner = Number(from?.owner ?? at + 1);
          const to = next.does === "free" ? undefined : claimOf(owner, next.span);
          const isFree = !to || claimed.every((other) => other === from || !overlaps(other, to));
          const isMoved = await tryMove(userId, { ...(from && { from }), ...(to && { to }) });
          expect(isMoved).toBe(isFree);
          if (!isMoved) continue;
          if (to) claims.set(owner, to);
          else claims.delete(owner);
        }
        const stored = await storedMinutes(userId);
        expect(stored.toSorted(byMinute)).toEqual(minutesOf([...claims.values()]).toSorted(byMinute));
      }),
      MORE_RUNS,
    );
  });

  it("never overlap in concurrent requests, and each rejected one overlaps an accepted one", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(span, { minLength: 2, maxLength: 12 }), async (spans) => {
        const userId = ++users;
        const claims = spans.map((each, at) => claimOf(at + 1, each));
        const outcomes = await Promise.all(claims.map((to) => tryMove(userId, { to })));
        const winners = claims.filter((_, at) => outcomes[at]);
        const losers = claims.filter((_, at) => !outcomes[at]);
        expect((await storedMinutes(userId)).toSorted(byMinute)).toEqual(
          minutesOf(winners).toSorted(byMinute),
        );
        for (const loser of losers) expect(winners.some((winner) => overlaps(winner, loser))).toBe(true);
      }),
      MORE_RUNS,
    );
  });

  it("are complete after two owners exchange their time concurrently", async () => {
    const userId = ++users;
    const [a, b] = [claimOf(1, { from: 0, length: 60 }), claimOf(2, { from: 60, length: 60 })];
    await transact([a, b].flatMap((time) => claimWrites(userId, { claimed: [time] }, nothingSeen)));
    const trades = await Promise.all([
      tryMove(userId, { from: a, to: { ...b, owner: 1 } }),
      tryMove(userId, { from: b, to: { ...a, owner: 2 } }),
    ]);
    expect(trades).toEqual([false, false]);
    expect((await storedMinutes(userId)).toSorted(byMinute)).toEqual(minutesOf([a, b]));
  });

  it("are not released by an owner that no longer has them", async () => {
    const userId = ++users;
    const claimed = claimOf(1, { from: 10, length: 30 });
    await transact(claimWrites(userId, { claimed: [claimed] }, nothingSeen));
    expect(await tryMove(userId, { from: { ...claimed, owner: 2 } })).toBe(false);
    expect(await tryMove(userId, { from: { ...claimed, to: claimed.to + 1 } })).toBe(false);
    expect(await storedMinutes(userId)).toHaveLength(30);
  });

  it("of 36 hours and those of their new time fit in one transaction", () => {
    const longest = { from: FIRST + 59, to: FIRST + 59 + 2160, owner: 1 };
    const elsewhere = { ...longest, from: longest.from + 10_000, to: longest.to + 10_000 };
    expect(claimWrites(1, { released: [longest], claimed: [elsewhere] }, nothingSeen)).toHaveLength(74);
  });
});
