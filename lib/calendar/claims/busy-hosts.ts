import { getItems, itemRequest } from "#lib/storage/table/read.ts";
import { ClaimRow, hoursOf, minuteAttribute } from "./claims.ts";
import { EXTERNAL_OWNER, externalMinutes } from "./external-minutes.ts";
import { hasExpired } from "./owner.ts";

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
  const rows = await getItems(keys.map((key) => itemRequest(ClaimRow, key)));
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
