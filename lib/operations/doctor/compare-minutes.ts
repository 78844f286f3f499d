import { type ClaimedTime, ClaimRow, hoursOf, minuteAttribute } from "#lib/claims/claims.ts";
import { expiryOf } from "#lib/claims/owner.ts";
import { queryPages } from "#lib/table/query.ts";
import { holderText, intervalText, type Suspicion } from "./disagreement.ts";
import { asOf, type HostBookings } from "./host-bookings.ts";

const HOUR = 60;
type Row = Record<string, unknown>;

/** Compares each claimed minute of a host with what its bookings hold; rows come page by page. */
export async function compareMinutes(host: HostBookings): Promise<Suspicion[]> {
  const held = holdsByHour(host);
  const suspicions: Suspicion[] = [];
  for await (const page of queryPages(ClaimRow, { userId: host.userId }))
    for (const row of page) {
      suspicions.push(...compareHour(host, { hour: row.hour, row, holds: held.get(row.hour) ?? [] }));
      held.delete(row.hour);
    }
  for (const [hour, holds] of held) suspicions.push(...compareHour(host, { hour, row: {}, holds }));
  return suspicions;
}

/** The holds of a host in each hour; the bookings of a slot are one hold. */
function holdsByHour({ holdings }: HostBookings): Map<number, ClaimedTime[]> {
  const owners = new Map(holdings.map(({ id, claim }) => [claim.slot ?? id, claim]));
  const hours = new Map<number, ClaimedTime[]>();
  for (const [owner, { from, to }] of owners)
    for (const hour of hoursOf({ from, to, owner })) {
      const holds = hours.get(hour) ?? [];
      holds.push({ from, to, owner });
      hours.set(hour, holds);
    }
  return hours;
}

/** One minute that somebody should hold and another, or nobody, does. */
interface Wrong {
  minute: number;
  expected: number | string | undefined;
  found: number | string | undefined;
}

function compareHour(host: HostBookings, of: { hour: number; row: Row; holds: ClaimedTime[] }): Suspicion[] {
  const minutes = Array.from({ length: HOUR }, (_, at) => of.hour * HOUR + at);
  const runs = inRuns(minutes.flatMap((minute) => compareMinute(minute, of.row, of.holds)));
  return runs.map(({ from, to, wrong: { expected, found } }) => ({
    userId: host.userId,
    part: "minutes",
    subject: intervalText({ from, to }),
    expected: holderText(expected),
    found: holderText(found),
    asOf: `${asOf(host, expected)} ${asOf(host, found)}`,
  }));
}

function compareMinute(minute: number, row: Row, holds: readonly ClaimedTime[]): Wrong[] {
  const value = row[minuteAttribute(minute)];
  const found = typeof value === "number" || typeof value === "string" ? value : undefined;
  const expected = holds.filter(({ from, to }) => from <= minute && minute < to).map(({ owner }) => owner);
  // What a reservation holds expires by itself.
  if (expected.length === 0)
    return found === undefined || expiryOf(found) !== undefined
      ? []
      : [{ minute, expected: undefined, found }];
  return expected.filter((owner) => owner !== found).map((owner) => ({ minute, expected: owner, found }));
}

interface Run {
  from: number;
  to: number;
  wrong: Wrong;
}

/** Neighbouring minutes that are wrong in the same way, as one. */
function inRuns(wrongs: readonly Wrong[]): Run[] {
  const runs: Run[] = [];
  for (const wrong of wrongs) {
    const { minute, expected, found } = wrong;
    const run = runs.find(
      (other) => other.to === minute && other.wrong.expected === expected && other.wrong.found === found,
    );
    if (run) run.to += 1;
    else runs.push({ from: minute, to: minute + 1, wrong });
  }
  return runs;
}
