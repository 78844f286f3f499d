import * as z from "zod";
import type { Failure } from "#lib/failures.ts";
import { absent, all, any, equals, oneOf } from "#lib/table/condition.ts";
import { entity } from "#lib/table/entity.ts";
import { renderKey } from "#lib/table/key.ts";
import { type Operation, update } from "#lib/table/operations.ts";
import { expiryOf, hasExpired, isOwnerNamed } from "./owner.ts";

/**
 * One hour of one host, with an attribute for each claimed minute (`m00`…`m59`) whose value is its owner: a booking's
 * id, the name of a shared slot, or an owner that expires (`owner.ts`). A minute is claimed under the condition that it has no owner, so
 * two bookings of one host can never overlap, even if they are written at the same time (ADR 0003). `hour` counts from 1970.
 */
export const ClaimRow = entity({
  name: "claim",
  key: { pk: "H#{userId}", sk: "T#{hour:8}" },
  schema: z.looseObject({ userId: z.int(), hour: z.int() }),
  accountClosing: "retained",
});

/** The sort key of the row of an hour. */
export const claimRowKey = (hour: number): string => renderKey(ClaimRow.key.sk, { hour }).text;

/** Minutes `[from, to)` since 1970, held by an owner. */
export interface ClaimedTime {
  from: number;
  to: number;
  owner: number | string;
}

const HOUR = 60;

/** The attribute that stands for a minute in the row of its hour. */
export const minuteAttribute = (minute: number): string => `m${String(minute % HOUR).padStart(2, "0")}`;

/** The whole minutes an interval touches, from instants in ISO; buffers in minutes. */
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

/** A change of a host's claims: the holds that end, and those that begin. */
interface Move {
  from?: readonly ClaimedTime[];
  to?: readonly ClaimedTime[];
  failure?: Failure;
}

/**
 * Moves a host's time from holds that end to holds that begin, which do not overlap. One operation per touched hour. Every minute
 * that begins must be free, expired, or held by its new owner or by a hold that ends; every other minute of a hold that ends must
 * still be held by it. Expired owners are found in the row that fails the condition, and named in a second one: a condition on
 * their expiry itself would have too many operators.
 */
export function moveClaims(userId: number, move: Move): Operation[] {
  const hours = new Set([...(move.from ?? []), ...(move.to ?? [])].flatMap(hoursOf));
  return [...hours].map((hour) => moveInHour({ userId, hour }, move));
}

function moveInHour(
  key: { userId: number; hour: number },
  move: Move,
  row: Record<string, unknown> = {},
): Operation {
  const { from = [], to = [], failure } = move;
  const taken = new Map(
    to.flatMap((hold) => minutesIn(key.hour, hold).map((minute) => [minute, hold.owner])),
  );
  const leaving = from.flatMap((hold) =>
    minutesIn(key.hour, hold)
      .filter((minute) => !taken.has(minute))
      .map((minute) => ({ minute, owner: hold.owner })),
  );
  const former = from.map(({ owner }) => owner);
  const ownersOf = (minute: string, owner: number | string) => [
    ...new Set([owner, ...former, ...(isFreeFor(row[minute], owner) ? [row[minute]] : [])]),
  ];
  return update(ClaimRow, key, {
    set: { ...key, ...Object.fromEntries(taken) },
    remove: leaving.map(({ minute }) => minute),
    if: all(
      ...[...taken].map(([minute, owner]) => any(absent(minute), oneOf(minute, ownersOf(minute, owner)))),
      ...leaving.map(({ minute, owner }) => equals(minute, owner)),
    ),
    ...(failure && { failure }),
    fallback: (found = {}) => {
      const blocking = [...taken].filter(
        ([minute, owner]) => found[minute] !== undefined && !ownersOf(minute, owner).includes(found[minute]),
      );
      const areFree = blocking.every(([minute, owner]) => isFreeFor(found[minute], owner));
      return blocking.length > 0 && areFree ? moveInHour(key, move, found) : undefined;
    },
  });
}

/** Whether a minute of this owner can be taken by another: it has expired, or both are the same slot. */
const isFreeFor = (found: unknown, owner: number | string): boolean =>
  hasExpired(found) || (expiryOf(found) !== undefined && isOwnerNamed(found, owner));

/** The hours a hold touches, counted from 1970. */
export function hoursOf(hold: ClaimedTime): number[] {
  const first = Math.floor(hold.from / HOUR);
  const count = Math.ceil(hold.to / HOUR) - first;
  return Array.from({ length: count }, (_, at) => first + at);
}

/** Names of the minutes of one hour that are in a hold. */
function minutesIn(hour: number, hold: ClaimedTime): string[] {
  const first = Math.max(hold.from, hour * HOUR);
  const last = Math.min(hold.to, (hour + 1) * HOUR);
  return Array.from({ length: Math.max(0, last - first) }, (_, at) => minuteAttribute(first + at));
}
