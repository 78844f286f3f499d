import type { Limit } from "#lib/event-types/limits.ts";
import { addToCounter, type Count, keyOfCounter, minutesOf, type NamedCounter } from "#lib/limits/counter.ts";
import { hostUnavailable } from "#lib/slots/host-unavailable.ts";
import { absent, all, any, atMost } from "#lib/table/condition.ts";
import type { Operation } from "#lib/table/operations.ts";
import type { StoredBooking } from "./entity.ts";

type Holder = Pick<StoredBooking, "eventTypeId" | "startTime" | "endTime" | "countedIn">;

interface Move {
  from?: Holder | undefined;
  to?: Holder | undefined;
  /** The limits that `to` must keep; without them it is only counted. */
  limits?: readonly Limit[];
}

/**
 * The writes by which the counters of limits count one holder of time instead of another. None if no limits apply, or nothing changes in
 * their periods. The writes fail with `no_available_users_found_error` if a limit is reached.
 */
export function moveCounters({ from, to, limits = [] }: Move): Operation[] {
  const [left, joined] = [countersOf(from), countersOf(to)];
  const counters = new Map([...left, ...joined]);
  return [...counters].flatMap(([id, counter]) => {
    const [isLeft, isJoined] = [left.has(id), joined.has(id)];
    const add = {
      bookings: Number(isJoined) - Number(isLeft),
      minutes: (to && isJoined ? minutesOf(to) : 0) - (from && isLeft ? minutesOf(from) : 0),
    };
    return add.bookings === 0 && add.minutes === 0 ? [] : [change(counter, add, limits)];
  });
}

const countersOf = (holder: Holder | undefined): Map<string, NamedCounter> =>
  new Map(
    (holder?.countedIn ?? []).map((name) => {
      const eventTypeId = holder?.eventTypeId ?? 0;
      return [`${eventTypeId}/${name}`, { eventTypeId, name }];
    }),
  );

/** Adds to a counter. What rises must keep the limit. */
function change(counter: NamedCounter, add: Count, limits: readonly Limit[]): Operation {
  const limit = limits.find(({ kind }) => kind === keyOfCounter(counter).kind);
  const limited = (["bookings", "minutes"] as const).flatMap((name) => {
    const most = limit?.[name];
    return most === undefined || add[name] <= 0 ? [] : [{ name, left: most - add[name] }];
  });
  if (limited.length === 0) return addToCounter(counter, add);
  const isWithin = all(...limited.map(({ name, left }) => atMost(name, left)));
  const isPossible = limited.every(({ left }) => left >= 0);
  return addToCounter(counter, add, {
    if: isPossible ? any(absent("pk"), isWithin) : isWithin,
    failure: hostUnavailable("limit"),
  });
}
