import * as z from "zod";
import type { Failure } from "#lib/failures.ts";
import { absent, all, any, equals, oneOf } from "#lib/table/condition.ts";
import { entity } from "#lib/table/entity.ts";
import { renderKey } from "#lib/table/key.ts";
import { type Operation, update } from "#lib/table/operations.ts";

/**
 * One hour of one host, with an attribute for each claimed minute (`m00`…`m59`) whose value is its owner: a booking's
 * id, or the name of a shared slot. A minute is claimed under the condition that nobody has it, so two
 * bookings of one host can never overlap, whatever runs at the same time (ADR 0003). `hour` counts from 1970.
 */
export const ClaimRow = entity({
  name: "claim",
  key: { pk: "H#{userId}", sk: "T#{hour:8}" },
  schema: z.looseObject({ userId: z.int(), hour: z.int() }),
  accountClosing: "kept",
});

/** The sort key of the row of an hour. */
export const claimRowKey = (hour: number): string => renderKey(ClaimRow.key.sk, { hour }).text;

/** Minutes `[from, to)` since 1970, held by an owner. */
export interface Hold {
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

/**
 * Moves a host's time from one hold to another; either may be missing (taking, freeing). One operation per touched
 * hour. Every minute taken must be free or held by one of the two; every minute left must be held by the former.
 */
export function moveHold(userId: number, move: { from?: Hold; to?: Hold; refusal?: Failure }): Operation[] {
  const hours = new Set([...hoursOf(move.from), ...hoursOf(move.to)]);
  return [...hours].map((hour) => {
    const left = minutesIn(hour, move.from);
    const taken = minutesIn(hour, move.to);
    const leaving = left.filter((minute) => !taken.includes(minute));
    const owners = [...new Set([move.to?.owner, move.from?.owner])].filter((owner) => owner !== undefined);
    return update(
      ClaimRow,
      { userId, hour },
      {
        set: { userId, hour, ...Object.fromEntries(taken.map((minute) => [minute, move.to?.owner])) },
        remove: leaving,
        if: all(
          ...taken.map((minute) => any(absent(minute), oneOf(minute, owners))),
          ...leaving.map((minute) => equals(minute, move.from?.owner)),
        ),
        ...(move.refusal && { refusal: move.refusal }),
      },
    );
  });
}

/** The hours a hold touches, counted from 1970. */
export function hoursOf(hold: Hold | undefined): number[] {
  if (!hold) return [];
  const first = Math.floor(hold.from / HOUR);
  const count = Math.ceil(hold.to / HOUR) - first;
  return Array.from({ length: count }, (_, at) => first + at);
}

/** Names of the minutes of one hour that lie in a hold. */
function minutesIn(hour: number, hold: Hold | undefined): string[] {
  if (!hold) return [];
  const first = Math.max(hold.from, hour * HOUR);
  const last = Math.min(hold.to, (hour + 1) * HOUR);
  return Array.from({ length: Math.max(0, last - first) }, (_, at) => minuteAttribute(first + at));
}
