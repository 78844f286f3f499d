import { rawPages } from "#lib/storage/table/query.ts";
import { type ClaimedTime, ClaimRow, claimRowKey, minuteAttribute } from "./claims.ts";
import { EXTERNAL_OWNER, externalMinutes } from "./external-minutes.ts";
import { hasExpired } from "./owner.ts";

const HOUR = 60;
const MINUTE_ATTRIBUTES = Array.from({ length: HOUR }, (_, minute) => minuteAttribute(minute));

/**
 * Lists the claimed time of a host in all hours of a range, ascending. Adjacent minutes of one owner are one element; expired owners are left
 * out. Time in which other calendars are busy has an owner of its own, and may overlap claims. The first hour of 1970 can't have claims. Strongly consistent; one round trip per 1 MB of claim rows.
 */
export async function listClaimedTime(
  userId: number,
  range: { from: number; to: number },
): Promise<ClaimedTime[]> {
  const first = Math.max(1, Math.floor(range.from / HOUR));
  const last = Math.max(1, Math.ceil(range.to / HOUR));
  const hours = { after: claimRowKey(first - 1), until: claimRowKey(last) };
  const claimedTimes: ClaimedTime[] = [];
  for await (const rows of rawPages(ClaimRow, { userId }, hours))
    for (const row of rows) addClaimedTimes(claimedTimes, row);
  return claimedTimes;
}

/** Adds the claimed time of one hour. The schema, which checks every minute, would take half of the time of a call. */
function addClaimedTimes(claimedTimes: ClaimedTime[], row: Record<string, unknown>): void {
  const start = Number(row["hour"]) * HOUR;
  for (const [index, name] of MINUTE_ATTRIBUTES.entries()) {
    const owner = row[name] as ClaimedTime["owner"] | undefined;
    if (owner === undefined) continue;
    const minute = start + index;
    const previous = claimedTimes.at(-1);
    if (previous?.owner === owner && previous.to === minute) previous.to += 1;
    else if (!hasExpired(owner)) claimedTimes.push({ from: minute, to: minute + 1, owner });
  }
  for (const range of externalMinutes(row)) claimedTimes.push({ ...range, owner: EXTERNAL_OWNER });
}
