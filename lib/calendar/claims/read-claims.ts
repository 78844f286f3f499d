import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { attributePages } from "#lib/storage/table/query.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import {
  type ClaimedTime,
  ClaimRow,
  claimRowKey,
  hourOfClaimRow,
  hoursOf,
  minuteAttribute,
} from "./claims.ts";
import {
  EXTERNAL_MINUTES,
  EXTERNAL_OWNER,
  externalMinutes,
  readExternalMinutes,
} from "./external-minutes.ts";
import { hasExpired } from "./owner.ts";

const HOUR = 60;
const MINUTE_ATTRIBUTES = new Set(Array.from({ length: HOUR }, (_, minute) => minuteAttribute(minute)));
/** What is read of a row: half of one that has only busy minutes of calendars. The name `hour` is reserved, so the hour is read from the key. */
const ATTRIBUTES = ["sk", EXTERNAL_MINUTES, ...MINUTE_ATTRIBUTES].join(",");

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
  const hours = { after: claimRowKey(first - 1), until: claimRowKey(last), attributes: ATTRIBUTES };
  const claimedTimes: ClaimedTime[] = [];
  for await (const rows of attributePages(ClaimRow, { userId }, hours))
    for (const row of rows) addClaimedTimes(claimedTimes, row);
  return claimedTimes;
}

/** Adds the claimed time of one hour. Neither all 60 names are looked up nor a schema is used: each would take longer than the rest of a call. */
function addClaimedTimes(claimedTimes: ClaimedTime[], row: Record<string, AttributeValue>): void {
  const hour = hourOfClaimRow(row["sk"]?.S ?? "");
  // DynamoDB returns attributes in any order.
  const minutes = Object.keys(row).filter((name) => MINUTE_ATTRIBUTES.has(name));
  for (const name of minutes.toSorted()) {
    const owner = ownerIn(row[name]);
    if (owner === undefined) continue;
    const minute = hour * HOUR + Number(name.slice(1));
    const previous = claimedTimes.at(-1);
    if (previous?.owner === owner && previous.to === minute) previous.to += 1;
    else if (!hasExpired(owner)) claimedTimes.push({ from: minute, to: minute + 1, owner });
  }
  for (const { from, to } of readExternalMinutes(hour, row[EXTERNAL_MINUTES]?.S ?? ""))
    claimedTimes.push({ from, to, owner: EXTERNAL_OWNER });
}

const ownerIn = ({ N: id, S: name }: Partial<AttributeValue> = {}): number | string | undefined =>
  id === undefined ? name : Number(id);

/**
 * Finds the hosts who are busy in an interval (minutes since 1970), because one of its minutes has an owner, or because another calendar
 * is busy then. The time of owners for which `isOwn` is true counts as free.
 */
export async function findBusyHosts(
  userIds: readonly number[],
  interval: { from: number; to: number },
  isOwn: (owner: unknown) => boolean = () => false,
): Promise<ReadonlySet<number>> {
  const hours = hoursOf({ ...interval, owner: 0 });
  const keys = userIds.flatMap((userId) => hours.map((hour) => ({ userId, hour })));
  const rows = await findItems(keys.map((key) => itemRequest(ClaimRow, key)));
  const isBusy = (owner: unknown): boolean => owner !== undefined && !hasExpired(owner) && !isOwn(owner);
  const busy = rows.flatMap((row) => {
    if (!row) return [];
    const from = Math.max(interval.from, row.hour * 60);
    const to = Math.min(interval.to, (row.hour + 1) * 60);
    for (let minute = from; minute < to; minute += 1)
      if (isBusy(row[minuteAttribute(minute)])) return [row.userId];
    const isOverlapped = externalMinutes(row).some((range) => range.from < to && from < range.to);
    return isOverlapped && isBusy(EXTERNAL_OWNER) ? [row.userId] : [];
  });
  return new Set(busy);
}
