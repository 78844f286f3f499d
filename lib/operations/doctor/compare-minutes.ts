import { type ClaimedTime, ClaimRow, hoursOf, minuteAttribute } from "#lib/calendar/claims/claims.ts";
import { expiryOf } from "#lib/calendar/claims/owner.ts";
import { queryPages } from "#lib/storage/table/query.ts";
import { holderText, intervalText, type Suspicion } from "./disagreement.ts";
import { asOf, type HostBookings } from "./host-bookings.ts";

const HOUR = 60;
type Row = Record<string, unknown>;

/** Compares each claimed minute of a host with the times that the bookings hold. Reads the rows page by page. */
export async function compareMinutes(host: HostBookings): Promise<Suspicion[]> {
  const holds = holdsByHour(host);
  const suspicions: Suspicion[] = [];
  for await (const page of queryPages(ClaimRow, { userId: host.userId }))
    for (const row of page) {
      suspicions.push(...compareHour(host, { hour: row.hour, row, holds: holds.get(row.hour) ?? [] }));
      holds.delete(row.hour);
    }
  for (const [hour, ofHour] of holds) suspicions.push(...compareHour(host, { hour, row: {}, holds: ofHour }));
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

/** A minute with a wrong owner. Undefined: no owner. */
interface WrongMinute {
  minute: number;
  expected: number | string | undefined;
  found: number | string | undefined;
}

function compareHour(
  host: HostBookings,
  { hour, row, holds }: { hour: number; row: Row; holds: ClaimedTime[] },
): Suspicion[] {
  const minutes = Array.from({ length: HOUR }, (_, at) => hour * HOUR + at);
  const ranges = joinMinutes(minutes.flatMap((minute) => compareMinute(minute, row, holds)));
  return ranges.map(({ from, to, expected, found }) => ({
    userId: host.userId,
    part: "minutes",
    subject: intervalText({ from, to }),
    expected: holderText(expected),
    found: holderText(found),
    asOf: `${asOf(host, expected)} ${asOf(host, found)}`,
  }));
}

function compareMinute(minute: number, row: Row, holds: readonly ClaimedTime[]): WrongMinute[] {
  const value = row[minuteAttribute(minute)];
  const found = typeof value === "number" || typeof value === "string" ? value : undefined;
  const expected = holds.filter(({ from, to }) => from <= minute && minute < to).map(({ owner }) => owner);
  // Reservations have no booking. Their minutes expire.
  if (expected.length === 0)
    return found === undefined || expiryOf(found) !== undefined
      ? []
      : [{ minute, expected: undefined, found }];
  return expected.filter((owner) => owner !== found).map((owner) => ({ minute, expected: owner, found }));
}

interface WrongRange extends Omit<WrongMinute, "minute"> {
  from: number;
  to: number;
}

/** Joins consecutive minutes with the same expected and the same found owner. */
function joinMinutes(minutes: readonly WrongMinute[]): WrongRange[] {
  const ranges: WrongRange[] = [];
  for (const { minute, expected, found } of minutes) {
    const range = ranges.find(
      (other) => other.to === minute && other.expected === expected && other.found === found,
    );
    if (range) range.to += 1;
    else ranges.push({ from: minute, to: minute + 1, expected, found });
  }
  return ranges;
}
