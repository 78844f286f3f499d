import { queryRaw } from "#lib/table/query-raw.ts";
import type { RawItem } from "#lib/table/raw-items.ts";
import { type ClaimedTime, ClaimRow, claimRowKey, minuteAttribute } from "./claims.ts";
import { hasExpired } from "./owner.ts";

const HOUR = 60;
const MINUTE_OF = new Map(Array.from({ length: HOUR }, (_, minute) => [minuteAttribute(minute), minute]));

/**
 * Lists the claimed time of a host in all hours of a range, ascending. Adjacent minutes of one owner are one element; expired owners are left
 * out. The first hour of 1970 can't have claims. Strongly consistent; one round trip per 1 MB of claim rows.
 */
export async function listClaimedTime(
  userId: number,
  range: { from: number; to: number },
): Promise<ClaimedTime[]> {
  const first = Math.max(1, Math.floor(range.from / HOUR));
  const last = Math.max(1, Math.ceil(range.to / HOUR));
  const hours = { after: claimRowKey(first - 1), until: claimRowKey(last) };
  const claimedTimes: ClaimedTime[] = [];
  for (const row of await queryRaw(ClaimRow, { userId }, hours)) {
    const { hour, owners } = ownersIn(row);
    for (const [index, owner] of owners.entries()) {
      if (owner === undefined) continue;
      const minute = hour * HOUR + index;
      const previous = claimedTimes.at(-1);
      if (previous?.owner === owner && previous.to === minute) previous.to += 1;
      else if (!hasExpired(owner)) claimedTimes.push({ from: minute, to: minute + 1, owner });
    }
  }
  return claimedTimes;
}

/** The owners of the minutes of a claim row; undefined where a minute is free. */
function ownersIn(row: RawItem): { hour: number; owners: (ClaimedTime["owner"] | undefined)[] } {
  const owners = new Array<ClaimedTime["owner"] | undefined>(HOUR).fill(undefined);
  let hour = 0;
  for (const [name, value] of row) {
    const minute = MINUTE_OF.get(name);
    if (minute !== undefined) owners[minute] = value;
    else if (name === "hour") hour = Number(value);
  }
  return { hour, owners };
}
