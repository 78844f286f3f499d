import { beforeEach, describe, expect, it } from "vitest";
import { OPERATOR } from "#lib/caller.ts";
import { type BackfillOptions, backfill } from "#lib/operations/backfill/backfill.ts";
import { BackfillItem } from "#lib/operations/backfill/entity.ts";
import { setClock } from "#lib/platform/clock.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { scanTable } from "#test/support/table/scan-table.ts";
import { deleteAllItems, isNew, oldRoom, optionsWith, Room } from "./rooms.ts";

useLocalTable();

beforeEach(deleteAllItems);

describe("a run of a backfill", () => {
  it("continues after an interruption, and does nothing twice", async () => {
    for (let id = 1; id <= 40; id += 1) await oldRoom(id);
    let steps = 0;
    const killed = optionsWith({
      wait: async () => {
        steps += 1;
        if (steps === 2) throw new Error("killed");
      },
    });
    await expect(backfill(OPERATOR, Room, killed)).rejects.toThrow("killed");
    const state = await findItem(BackfillItem, { kind: "room" });
    const halfway = (await scanTable()).filter(isNew).length;
    expect(halfway).toBe(state?.counts.rewritten);
    expect(halfway).toBeGreaterThan(0);
    expect(halfway).toBeLessThan(40);
    const { counts } = await backfill(OPERATOR, Room, optionsWith());
    expect(counts).toMatchObject({ found: 40, rewritten: 40 });
    expect((await scanTable()).filter(isNew)).toHaveLength(40);
    expect(await findItem(BackfillItem, { kind: "room" })).toBeUndefined();
  });

  it("writes nothing in a dry run, not even a checkpoint", async () => {
    await oldRoom(1);
    const before = await scanTable();
    expect((await backfill(OPERATOR, Room, optionsWith({ isDryRun: true }))).counts.rewritten).toBe(1);
    expect(await scanTable()).toEqual(before);
  });

  it("reads at most the given number of items per second", async () => {
    setClock(() => Date.UTC(2026, 0, 5));
    for (let id = 1; id <= 40; id += 1) await oldRoom(id);
    const waits: number[] = [];
    const wait = async (milliseconds: number) => void waits.push(milliseconds);
    const { counts } = await backfill(
      OPERATOR,
      Room,
      optionsWith({ isDryRun: true, itemsPerSecond: 8, wait }),
    );
    expect(waits.reduce((sum, each) => sum + each)).toBe((counts.read / 8) * 1000);
    expect(Math.max(...waits)).toBe(1000);
  });

  it("stops if another process takes it over", async () => {
    for (let id = 1; id <= 20; id += 1) await oldRoom(id);
    let other: Promise<unknown> | undefined;
    const first = optionsWith({
      wait: async () => {
        other ??= backfill(OPERATOR, Room, optionsWith());
        await other;
      },
    });
    await expect(backfill(OPERATOR, Room, first)).rejects.toMatchObject({ code: "conflict" });
    expect((await scanTable()).filter(isNew)).toHaveLength(20);
  });

  it("starts again with isRestart, and after a week", async () => {
    for (let id = 1; id <= 20; id += 1) await oldRoom(id);
    const killed = optionsWith({ wait: () => Promise.reject(new Error("killed")) });
    const startsAgain = async (changes: Partial<BackfillOptions>): Promise<boolean> => {
      await expect(backfill(OPERATOR, Room, killed)).rejects.toThrow("killed");
      const before = await findItem(BackfillItem, { kind: "room" });
      setClock(() => Date.now() + (changes.isRestart === undefined ? 8 * 86_400_000 : 60_000));
      const { startedAt } = await backfill(OPERATOR, Room, optionsWith(changes));
      setClock(Date.now);
      return startedAt !== before?.startedAt;
    };
    expect(await startsAgain({ isRestart: false })).toBe(false);
    expect(await startsAgain({ isRestart: true })).toBe(true);
    expect(await startsAgain({})).toBe(true);
  });

  it("requires a system admin", async () => {
    const caller = { ...OPERATOR, role: "USER" as const };
    await expect(backfill(caller, Room, optionsWith())).rejects.toMatchObject({ code: "forbidden" });
  });
});
