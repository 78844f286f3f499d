import { describe, expect, it } from "vitest";
import { type ClaimedTime, claimWrites } from "#lib/calendar/claims/claims.ts";
import { expiringOwner } from "#lib/calendar/claims/owner.ts";
import { listClaimedTime } from "#lib/calendar/claims/read-claims.ts";
import { Failure } from "#lib/failures.ts";
import { now } from "#lib/platform/clock.ts";
import { writeDecision } from "#lib/storage/table/decide.ts";
import { passSeconds } from "#test/support/clock/pass-time.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const FIRST = 31_557_600;
const failure = new Failure("no_available_users_found_error");
let users = 0;
const inSeconds = (seconds: number): number => Math.floor(now() / 1_000) + seconds;
const claim = (userId: number, time: ClaimedTime) =>
  writeDecision((seen) => ({
    result: undefined,
    operations: claimWrites(userId, { claimed: [time], failure }, seen),
  }));
const reserve = (userId: number, name: string, time: { from: number; to: number }) =>
  claim(userId, { ...time, owner: expiringOwner(name, inSeconds(60)) });

describe("claims with an expiry", () => {
  it("block their minutes until they expire", async () => {
    const userId = ++users;
    const hour = { from: FIRST, to: FIRST + 60 };
    await reserve(userId, "reservation/a", hour);
    const claimHour = () => claim(userId, { ...hour, owner: 1 });
    await expect(claimHour()).rejects.toBe(failure);
    passSeconds(60);
    await claimHour();
    expect(await listClaimedTime(userId, hour)).toEqual([{ ...hour, owner: 1 }]);
  });

  it("can be replaced by one claim that overlaps several of them in several hours", async () => {
    const userId = ++users;
    for (let at = 0; at < 90; at += 10)
      await reserve(userId, `reservation/${at}`, { from: FIRST + at, to: FIRST + at + 10 });
    passSeconds(60);
    const whole = { from: FIRST, to: FIRST + 90 };
    expect(await listClaimedTime(userId, whole)).toEqual([]);
    await claim(userId, { ...whole, owner: 1 });
    expect(await listClaimedTime(userId, whole)).toEqual([{ ...whole, owner: 1 }]);
  });

  it("stay claimed while another owner has a minute of the same hour", async () => {
    const userId = ++users;
    const half = { from: FIRST, to: FIRST + 30 };
    await reserve(userId, "reservation/a", half);
    await claim(userId, { from: FIRST + 30, to: FIRST + 31, owner: 7 });
    passSeconds(60);
    await expect(claim(userId, { from: FIRST, to: FIRST + 31, owner: 1 })).rejects.toBe(failure);
    await claim(userId, { from: FIRST, to: FIRST + 30, owner: 1 });
  });

  it("are replaced once in 20 concurrent requests", async () => {
    const userId = ++users;
    const hour = { from: FIRST, to: FIRST + 60 };
    await reserve(userId, "reservation/a", hour);
    passSeconds(60);
    const tries = Array.from({ length: 20 }, (_, at) => claim(userId, { ...hour, owner: at + 1 }));
    const won = (await Promise.allSettled(tries)).filter(({ status }) => status === "fulfilled");
    expect(won).toHaveLength(1);
  });

  it("of a slot can be replaced by the slot without an expiry", async () => {
    const userId = ++users;
    const hour = { from: FIRST, to: FIRST + 60 };
    await reserve(userId, "5@a/b", hour);
    await expect(claim(userId, { ...hour, owner: "6@a/b" })).rejects.toBe(failure);
    await claim(userId, { ...hour, owner: "5@a/b" });
    expect(await listClaimedTime(userId, hour)).toEqual([{ ...hour, owner: "5@a/b" }]);
  });
});
