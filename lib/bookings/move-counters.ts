import type { Limit } from "#lib/event-types/limits.ts";
import {
  addToCounter,
  type Count,
  CounterItem,
  keyOfCounter,
  minutesOf,
  type NamedCounter,
} from "#lib/limits/counter.ts";
import { hostUnavailable } from "#lib/slots/host-unavailable.ts";
import { absent, all, any, atMost, present } from "#lib/table/condition.ts";
import { check, type Operation, update } from "#lib/table/operations.ts";
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
    if (add.bookings === 0 && add.minutes === 0) return [];
    return isJoined ? [join(counter, add, limits)] : [leave(counter, add)];
  });
}

const countersOf = (holder: Holder | undefined): Map<string, NamedCounter> =>
  new Map(
    (holder?.countedIn ?? []).map((name) => {
      const eventTypeId = holder?.eventTypeId ?? 0;
      return [`${eventTypeId}/${name}`, { eventTypeId, name }];
    }),
  );

function join(counter: NamedCounter, add: Count, limits: readonly Limit[]): Operation {
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
    refusal: hostUnavailable("limit"),
  });
}

/** Takes a booking out of a counter, if the counter still exists. */
function leave(counter: NamedCounter, add: Count): Operation {
  const key = keyOfCounter(counter);
  return update(CounterItem, key, {
    add: { ...add },
    if: present("pk"),
    fallback: () => check(CounterItem, key, { if: absent("pk") }),
  });
}
