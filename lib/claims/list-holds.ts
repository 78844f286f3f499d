import { queryAll } from "#lib/table/read.ts";
import { ClaimRow, claimRowKey, type Hold, minuteAttribute } from "./claims.ts";

const MINUTES = Array.from({ length: 60 }, (_, minute) => minuteAttribute(minute));

/**
 * Lists the claimed time of a host in all hours that a range touches, ascending. Adjacent minutes of one owner are one hold. Strongly
 * consistent; one round trip per 1 MB of claim rows.
 */
export async function listHolds(userId: number, range: { from: number; to: number }): Promise<Hold[]> {
  const first = Math.floor(range.from / MINUTES.length);
  const last = Math.ceil(range.to / MINUTES.length);
  const rows = await queryAll(
    ClaimRow,
    { userId },
    { after: claimRowKey(first - 1), until: claimRowKey(last) },
  );
  const holds: Hold[] = [];
  for (const row of rows)
    for (const [at, attribute] of MINUTES.entries()) {
      const owner = row[attribute];
      if (typeof owner !== "number" && typeof owner !== "string") continue;
      const minute = row.hour * MINUTES.length + at;
      const previous = holds.at(-1);
      if (previous?.owner === owner && previous.to === minute) previous.to += 1;
      else holds.push({ from: minute, to: minute + 1, owner });
    }
  return holds;
}
