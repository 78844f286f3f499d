import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { deliveryId } from "#lib/delivery/deliveries/entity.ts";
import { type DueKind, duePartition, duePartitions } from "#lib/storage/timers/due.ts";

const IDS = 2_000;

/** How many of these ids are in each partition. */
const countPerPartition = (kind: DueKind, idAt: (at: number) => string | number): number[] => {
  const found = Array.from({ length: IDS }, (_, at) => duePartition(kind, idAt(at)));
  return duePartitions(kind).map((partition) => found.filter((due) => due === partition).length);
};

const createdAt = "2031-03-03T09:00:00.000Z";
test.each<[DueKind, (at: number) => string | number]>([
  ["breakers", () => `wh_0mk0xjmo0-${randomBytes(16).toString("base64url")}`],
  ["deliveries", (at) => deliveryId(createdAt, String(at))],
  ["meetings", (at) => at],
  ["projections", (at) => at],
])("due items are distributed over all partitions by their ids: %s", (kind, idAt) => {
  const counts = countPerPartition(kind, idAt);
  expect(counts.reduce((sum, count) => sum + count)).toBe(IDS);
  expect(Math.min(...counts)).toBeGreaterThan(IDS / counts.length / 2);
  expect(Math.max(...counts)).toBeLessThan((IDS / counts.length) * 2);
});
