import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { duePartition, duePartitions } from "#lib/timers/due.ts";
import { deliveryId } from "#lib/webhooks/deliveries/entity.ts";

const IDS = 2_000;

/** How many of these ids are in each partition. */
const countPerPartition = (idAt: (at: number) => string | number): number[] => {
  const found = Array.from({ length: IDS }, (_, at) => duePartition("breakers", idAt(at)));
  return duePartitions("breakers").map((partition) => found.filter((due) => due === partition).length);
};

describe("due items are distributed over all partitions", () => {
  const createdAt = "2031-03-03T09:00:00.000Z";
  test.each<[string, (at: number) => string | number]>([
    ["of webhooks", () => `wh_0mk0xjmo0-${randomBytes(16).toString("base64url")}`],
    ["of deliveries", (at) => deliveryId(createdAt, String(at))],
    ["of bookings", (at) => at],
  ])("by the ids %s", (_, idAt) => {
    const counts = countPerPartition(idAt);
    expect(counts.reduce((sum, count) => sum + count)).toBe(IDS);
    expect(Math.min(...counts)).toBeGreaterThan(IDS / 8 / 2);
    expect(Math.max(...counts)).toBeLessThan((IDS / 8) * 2);
  });
});
