import * as z from "zod";
import type { Failure } from "#lib/failures.ts";
import { absent, all, any, type Condition, equals, oneOf } from "#lib/storage/table/condition.ts";
import { entity } from "#lib/storage/table/entity.ts";
import { renderKey } from "#lib/storage/table/key.ts";
import { type Operation, update } from "#lib/storage/table/operations.ts";
import type { SeenItems } from "#lib/storage/table/seen-items.ts";
import { EXTERNAL_MINUTES, externalMinutes } from "./external-minutes.ts";
import { expiryOf, hasExpired, isOwnerNamed } from "./owner.ts";

/**
 * One hour of one host, with an attribute for each claimed minute (`m00`…`m59`). Its value is the owner: a booking's id, the name of a seated time,
 * or an owner that expires (`owner.ts`). A minute is claimed under the condition that it has no owner, so two bookings of a host can't
 * overlap, even if they are written concurrently (ADR 0003). `x` has the minutes in which other calendars of the host are busy
 * (`external-minutes.ts`). `hour` counts from 1970.
 */
export const ClaimRow = entity({
  name: "claim",
  key: { pk: "H#{userId}", sk: "T#{hour:8}" },
  schema: z.looseObject({ userId: z.int(), hour: z.int(), [EXTERNAL_MINUTES]: z.string().optional() }),
  personal: [{ of: "user", id: "userId", fields: { [EXTERNAL_MINUTES]: "empty" } }],
  accountClosing: "retained",
});

/** Returns the sort key of the row of an hour. */
export const claimRowKey = (hour: number): string => renderKey(ClaimRow.key.sk, { hour }).text;

/** Returns the hour of a row by its sort key. */
export const hourOfClaimRow = (sortKey: string): number => Number(sortKey.slice("T#".length));

/** Minutes `[from, to)` since 1970, claimed by an owner. */
export interface ClaimedTime {
  from: number;
  to: number;
  owner: number | string;
}

const HOUR = 60;

/** Returns the name of the attribute of a minute, in the row of its hour. */
export const minuteAttribute = (minute: number): string => `m${String(minute % HOUR).padStart(2, "0")}`;

/** Returns the whole minutes of an interval of ISO instants, with buffers in minutes. */
export function claimedMinutes(interval: {
  startTime: string;
  endTime: string;
  before: number;
  after: number;
}): { from: number; to: number } {
  const from = Math.floor(Date.parse(interval.startTime) / 60_000) - interval.before;
  const to = Math.ceil(Date.parse(interval.endTime) / 60_000) + interval.after;
  return { from, to };
}

/** A change of a host's minutes. Minutes in both lists go to their new owner. */
interface ClaimsChange {
  released?: readonly ClaimedTime[];
  /** These times must not overlap. */
  claimed?: readonly ClaimedTime[];
  /** Thrown if a minute to claim was seen in use. */
  failure?: Failure;
  /** Whether minutes may be claimed in which another calendar of the host is busy. */
  ignoresCalendars?: boolean;
}

/**
 * Releases and claims minutes of a host: one operation for each hour. Under these conditions:
 *
 * - A minute to claim is free, expired, or owned by its new owner or by an owner in `released`.
 * - A minute that is only released still has its owner.
 * - No other calendar is busy in a minute that is newly claimed: neither released nor, as far as was seen, owned by its new owner already.
 *
 * An owner that has expired is named in the condition as soon as its row was seen: a condition on the expiry itself would have too many
 * operators.
 *
 * @throws {Failure} the `failure` of the change
 */
export function claimWrites(userId: number, change: ClaimsChange, seen: SeenItems): Operation[] {
  const hours = new Set([...(change.released ?? []), ...(change.claimed ?? [])].flatMap(hoursOf));
  return [...hours].map((hour) => writeHour({ userId, hour }, change, seen.row(ClaimRow, { userId, hour })));
}

function writeHour(
  key: { userId: number; hour: number },
  change: ClaimsChange,
  row: Record<string, unknown> = {},
): Operation {
  const { released = [], claimed = [], failure } = change;
  const owners = new Map(
    claimed.flatMap((time) => minutesIn(key.hour, time).map((minute) => [minute, time.owner])),
  );
  const freed = released.flatMap((time) =>
    minutesIn(key.hour, time)
      .filter((minute) => !owners.has(minute))
      .map((minute) => ({ minute, owner: time.owner })),
  );
  const formerOwners = released.map(({ owner }) => owner);
  const acceptedOwners = (minute: string, owner: number | string) => [
    ...new Set([owner, ...formerOwners, ...(isFreeFor(row[minute], owner) ? [row[minute]] : [])]),
  ];
  const isInUse = ([minute, owner]: [string, number | string]): boolean =>
    row[minute] !== undefined && !acceptedOwners(minute, owner).includes(row[minute]);
  if (failure && [...owners].some(isInUse)) throw failure;
  const external = change.ignoresCalendars ? [] : externalCondition(key.hour, change, row);
  return update(ClaimRow, key, {
    set: { ...key, ...Object.fromEntries(owners) },
    remove: freed.map(({ minute }) => minute),
    if: all(
      ...[...owners].map(([minute, owner]) =>
        any(absent(minute), oneOf(minute, acceptedOwners(minute, owner))),
      ),
      ...freed.map(({ minute, owner }) => equals(minute, owner)),
      ...external,
    ),
  });
}

/**
 * Requires that no other calendar is busy in the minutes of an hour that are newly claimed. If the row was seen, its busy minutes must be
 * others, and still the same.
 */
function externalCondition(
  hour: number,
  { released = [], claimed = [], failure }: ClaimsChange,
  row: Record<string, unknown>,
): Condition[] {
  const kept = new Set(released.flatMap((time) => minutesIn(hour, time)));
  const added = claimed.flatMap(({ from, to, owner }) =>
    minutesIn(hour, { from, to }).filter((minute) => !kept.has(minute) && !isHeldBy(owner, row[minute])),
  );
  if (added.length === 0) return [];
  const seen = row[EXTERNAL_MINUTES];
  const busy = new Set(externalMinutes(row).flatMap((range) => minutesIn(hour, range)));
  if (failure && added.some((minute) => busy.has(minute))) throw failure;
  return [any(absent(EXTERNAL_MINUTES), ...(seen === undefined ? [] : [equals(EXTERNAL_MINUTES, seen)]))];
}

/** Whether an owner already has a minute, and has not expired. */
const isHeldBy = (owner: number | string, found: unknown): boolean =>
  isOwnerNamed(found, owner) && !hasExpired(found);

/** Whether a minute with this owner can be claimed by another one: the owner has expired, or both are the same seated time. */
const isFreeFor = (found: unknown, owner: number | string): boolean =>
  hasExpired(found) || (expiryOf(found) !== undefined && isOwnerNamed(found, owner));

/** Returns the hours of claimed time, counted from 1970. */
export function hoursOf(time: ClaimedTime): number[] {
  const first = Math.floor(time.from / HOUR);
  const count = Math.ceil(time.to / HOUR) - first;
  return Array.from({ length: count }, (_, index) => first + index);
}

/** Returns the attribute names of those minutes of an hour that are in claimed time. */
function minutesIn(hour: number, time: Pick<ClaimedTime, "from" | "to">): string[] {
  const first = Math.max(time.from, hour * HOUR);
  const last = Math.min(time.to, (hour + 1) * HOUR);
  return Array.from({ length: Math.max(0, last - first) }, (_, index) => minuteAttribute(first + index));
}
