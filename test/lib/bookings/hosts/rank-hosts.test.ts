import { expect, test } from "vitest";
import { rankHosts } from "#lib/bookings/hosts/choose-hosts.ts";
import type { Host } from "#lib/calendar/event-types/read-hosts.ts";
import { storedUser } from "#test/support/builders/stored-user.ts";

const host = (id: number, more: Partial<Host> = {}): Host => ({
  user: storedUser(id),
  hours: null,
  priority: 2,
  weight: 100,
  ...more,
});
const assignedTo = (...ids: number[]) =>
  ids.map((userId, at) => ({ userId, createdAt: `2031-03-${10 + at}T00:00:00.000Z` }));
const rankIds = (hosts: Host[], ...assigned: number[]): number[] =>
  rankHosts(hosts, assignedTo(...assigned)).map(({ user }) => user.id);

test("the highest priority comes first", () => {
  expect(rankIds([host(1), host(2, { priority: 3 }), host(3, { priority: 0 })], 2, 2, 2)).toEqual([2, 1, 3]);
});

test("of equal priority, the fewest bookings per weight come first", () => {
  expect(rankIds([host(1), host(2), host(3)], 1, 1, 2, 3, 3, 3)).toEqual([2, 1, 3]);
  expect(rankIds([host(1), host(2, { weight: 300 })], 1, 2, 2)).toEqual([2, 1]);
});

test("of equal shares, the host without a booking for the longest time comes first", () => {
  expect(rankIds([host(1), host(2), host(3)], 3, 1, 2)).toEqual([3, 1, 2]);
});

test("of equal hosts, the first in the list comes first", () => {
  expect(rankIds([host(3), host(1), host(2)], 9)).toEqual([3, 1, 2]);
});

test("over 1,000 bookings the shares of hosts follow their weights", () => {
  const weights = [50, 100, 100, 200, 350];
  const hosts = weights.map((weight, id) => host(id, { weight }));
  const assignments: { userId: number; createdAt: string }[] = [];
  for (let made = 0; made < 1_000; made += 1) {
    // Hosts are busy at some times.
    const free = hosts.filter((_, id) => (made * 7 + id * 3) % 11 !== 0);
    const [best] = rankHosts(free, assignments);
    assignments.push({ userId: best?.user.id ?? 0, createdAt: new Date(made * 60_000).toISOString() });
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  for (const [id, weight] of weights.entries()) {
    const expected = (1_000 * weight) / total;
    const { length } = assignments.filter(({ userId }) => userId === id);
    expect(Math.abs(length - expected) / expected, `host ${id} has ${length} of ${expected}`).toBeLessThan(
      0.1,
    );
  }
});
