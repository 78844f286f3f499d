import * as z from "zod";
import type { Failure } from "#lib/failures.ts";
import { absent, all, any, equals, oneOf } from "#lib/table/condition.ts";
import { entity } from "#lib/table/entity.ts";
import { renderKey } from "#lib/table/key.ts";
import { type Operation, update } from "#lib/table/operations.ts";
import { expiryOf, hasExpired, isOwnerNamed } from "./owner.ts";

/**
 * One hour of one host, with an attribute for each claimed minute (`m00`…`m59`). Its value is the owner: a booking's id, the name of a slot,
 * or an owner that expires (`owner.ts`). A minute is claimed under the condition that it has no owner, so two bookings of a host can't
 * overlap, even if they are written concurrently (ADR 0003). `hour` counts from 1970.
 */
export const ClaimRow = entity({
  name: "claim",
  key: { pk: "H#{userId}", sk: "T#{hour:8}" },
  schema: z.looseObject({ userId: z.int(), hour: z.int() }),
  accountClosing: "retained",
});

/** Returns the sort key of the row of an hour. */
export const claimRowKey = (hour: number): string => renderKey(ClaimRow.key.sk, { hour }).text;

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

/** A change of a host's claims: time to release (`from`), and time to claim (`to`). */
interface ClaimsMove {
  from?: readonly ClaimedTime[];
  to?: readonly ClaimedTime[];
  failure?: Failure;
}

/**
 * Releases and claims time of a host: one operation for each hour. The times in `to` must not overlap. Under these conditions:
 *
 * - A minute to claim is free, expired, or owned by its new owner or by an owner in `from`.
 * - A minute that is only released still has its owner.
 *
 * If the condition fails because of expired owners, the second condition (`fallback`) names them. A condition on the expiry itself would
 * have too many operators.
 */
export function moveClaims(userId: number, move: ClaimsMove): Operation[] {
  const hours = new Set([...(move.from ?? []), ...(move.to ?? [])].flatMap(hoursOf));
  return [...hours].map((hour) => moveInHour({ userId, hour }, move));
}

function moveInHour(
  key: { userId: number; hour: number },
  move: ClaimsMove,
  row: Record<string, unknown> = {},
): Operation {
  const { from = [], to = [], failure } = move;
  const claimed = new Map(
    to.flatMap((time) => minutesIn(key.hour, time).map((minute) => [minute, time.owner])),
  );
  const released = from.flatMap((time) =>
    minutesIn(key.hour, time)
      .filter((minute) => !claimed.has(minute))
      .map((minute) => ({ minute, owner: time.owner })),
  );
  const formerOwners = from.map(({ owner }) => owner);
  const ownersOf = (minute: string, owner: number | string) => [
    ...new Set([owner, ...formerOwners, ...(isFreeFor(row[minute], owner) ? [row[minute]] : [])]),
  ];
  return update(ClaimRow, key, {
    set: { ...key, ...Object.fromEntries(claimed) },
    remove: released.map(({ minute }) => minute),
    if: all(
      ...[...claimed].map(([minute, owner]) => any(absent(minute), oneOf(minute, ownersOf(minute, owner)))),
      ...released.map(({ minute, owner }) => equals(minute, owner)),
    ),
    ...(failure && { failure }),
    fallback: (found = {}) => {
      const blocking = [...claimed].filter(
        ([minute, owner]) => found[minute] !== undefined && !ownersOf(minute, owner).includes(found[minute]),
      );
      const areFree = blocking.every(([minute, owner]) => isFreeFor(found[minute], owner));
      return blocking.length > 0 && areFree ? moveInHour(key, move, found) : undefined;
    },
  });
}

/** Whether a minute with this owner can be claimed by another one: the owner has expired, or both are the same slot. */
const isFreeFor = (found: unknown, owner: number | string): boolean =>
  hasExpired(found) || (expiryOf(found) !== undefined && isOwnerNamed(found, owner));

/** Returns the hours of claimed time, counted from 1970. */
export function hoursOf(time: ClaimedTime): number[] {
  const first = Math.floor(time.from / HOUR);
  const count = Math.ceil(time.to / HOUR) - first;
  return Array.from({ length: count }, (_, index) => first + index);
}

/** Returns the attribute names of those minutes of an hour that are in claimed time. */
function minutesIn(hour: number, time: ClaimedTime): string[] {
  const first = Math.max(time.from, hour * HOUR);
  const last = Math.min(time.to, (hour + 1) * HOUR);
  return Array.from({ length: Math.max(0, last - first) }, (_, index) => minuteAttribute(first + index));
}
