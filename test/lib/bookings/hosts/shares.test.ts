import { expect, it } from "vitest";
import { instantOf, minuteOf } from "#lib/platform/minutes.ts";
import { book } from "#test/support/builders/builders.ts";
import { makeTeamEventType, makeTeamOfHosts, useHostsTable } from "#test/support/builders/several-hosts.ts";
import { runCount } from "#test/support/model/runs.ts";

const clock = useHostsTable();

const WEIGHTS = [50, 100, 100, 200, 350];
/**
 * Each booking reads the ones before, so `RUNS=1`, which makes 1,000, takes more than twice as long. With fewer than 600, concurrent bookings that
 * choose the same host could exceed the tolerance.
 */
const BOOKINGS = runCount(0.6) * 1_000;
/** Number of concurrent bookings. Each has a different time, at which all hosts are free. */
const CONCURRENT = 4;
const TOLERANCE = 0.1;

it(`over ${BOOKINGS} bookings the shares of hosts follow their weights within 10 %`, async () => {
  const made = await makeTeamOfHosts(WEIGHTS.length);
  const fields = WEIGHTS.map((weight) => ({ weight }));
  const eventType = await makeTeamEventType(made, "ROUND_ROBIN", { fields });
  const first = minuteOf("2031-03-04T00:00:00.000Z");
  const counts = new Map<number, number>();
  for (let booked = 0; booked < BOOKINGS; booked += CONCURRENT, clock.time += 60_000) {
    const starts = Array.from({ length: CONCURRENT }, (_, at) => instantOf(first + (booked + at) * 30));
    const bookings = await Promise.all(starts.map((start) => book(made.owner, eventType, { start })));
    for (const { userId } of bookings) counts.set(userId, (counts.get(userId) ?? 0) + 1);
  }
  const total = WEIGHTS.reduce((sum, weight) => sum + weight, 0);
  const rows = made.hosts.map(({ userId }, at) => {
    const weight = WEIGHTS[at] ?? 0;
    const count = counts.get(userId) ?? 0;
    return { host: userId, weight, bookings: count, expected: (BOOKINGS * weight) / total };
  });
  process.stderr.write(
    [
      "host  weight  bookings  share  expected",
      ...rows.map(({ host, weight, bookings, expected }) =>
        [
          String(host).padStart(4),
          String(weight).padStart(6),
          String(bookings).padStart(8),
          `${((100 * bookings) / BOOKINGS).toFixed(1)} %`,
          `${((100 * expected) / BOOKINGS).toFixed(1)} %`,
        ].join("  "),
      ),
      "",
    ].join("\n"),
  );
  for (const { bookings, expected, host } of rows)
    expect(Math.abs(bookings - expected) / expected, `host ${host}`).toBeLessThanOrEqual(TOLERANCE);
}, 300_000);
