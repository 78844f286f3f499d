import { queryRaw } from "#lib/table/query-raw.ts";
import { ClaimRow, claimRowKey, type Hold, minuteAttribute } from "./claims.ts";
import { hasExpired } from "./owner.ts";

const MINUTES = Array.from({ length: 60 }, (_, minute) => minuteAttribute(minute));

/**
 * Lists the claimed time of a host in all hours that a range touches, ascending. Adjacent minutes of one owner are one hold;
 * expired ones are left out. The first hour of 1970 has none. Strongly
 * consistent; one round trip per 1 MB of claim rows.
 */
export async function listHolds(userId: number, range: { from: number; to: number }): Promise<Hold[]> {
  const first = Math.max(1, Math.floor(range.from / MINUTES.length));
  const last = Math.max(1, Math.ceil(range.to / MINUTES.length));
  const hours = { after: claimRowKey(first - 1), until: claimRowKey(last) };
  const holds: Hold[] = [];
  for (const row of await queryRaw(ClaimRow, { userId }, hours)) {
    const start = Number(row["hour"]?.N) * MINUTES.length;
    for (const [at, attribute] of MINUTES.entries()) {
      const value = row[attribute];
      const owner = value?.N === undefined ? value?.S : Number(value.N);
      if (owner === undefined) continue;
      const minute = start + at;
      const previous = holds.at(-1);
      if (previous?.owner === owner && previous.to === minute) previous.to += 1;
      else if (!hasExpired(owner)) holds.push({ from: minute, to: minute + 1, owner });
    }
  }
  return holds;
}
