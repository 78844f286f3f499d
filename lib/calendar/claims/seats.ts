import * as z from "zod";
import { Failure } from "#lib/failures.ts";
import {
  absent,
  all,
  any,
  atLeast,
  atMost,
  type Condition,
  equals,
  greaterThan,
  present,
} from "#lib/storage/table/condition.ts";
import { entity, type Stored } from "#lib/storage/table/entity.ts";
import { renderKey } from "#lib/storage/table/key.ts";
import { type Operation, remove, update } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import type { SeenItems } from "#lib/storage/table/seen-items.ts";
import { expiringOwner, expiryOf, hasExpired } from "./owner.ts";
import { bookingAttributesOf, nameInSeatedTime, type SeatedBooking } from "./seated-time-bookings.ts";

/**
 * A seated time: one start of an event type with seats, shared by several bookings. It owns the host's minutes `[from, to)`.
 *
 * `holders` is the number of its bookings, `taken` that of the seats in use. The first booking sets the minutes; later ones share them, even
 * if the buffers have changed. The seated time is removed with its last booking. Each booking has an attribute with its uid (`seated-time-bookings.ts`).
 * A reservation uses a seat, and has an attribute with the name of its owner (`owner.ts`). Without bookings the seated time and its minutes expire
 * with the last reservation, at `ttl`. `revision` increases with every update.
 */
export const SeatedTimeItem = entity({
  name: "slot",
  key: { pk: "H#{userId}", sk: "S#{slot}" },
  schema: z.looseObject({
    userId: z.int(),
    slot: z.string(),
    from: z.int(),
    to: z.int(),
    taken: z.int(),
    holders: z.int(),
    revision: z.int().optional(),
    ttl: z.int().optional(),
  }),
  accountClosing: "retained",
});

/** Returns the name of a seated time: event type, start and end. A booking with another length is in another seated time, which overlaps. */
export const seatedTimeName = (eventTypeId: number, times: { startTime: string; endTime: string }): string =>
  `${eventTypeId}@${times.startTime}/${times.endTime}`;

/** Lists the seated times of an event type that start in a range of ISO instants. */
export const listSeatedTimes = (
  { userId, eventTypeId }: { userId: number; eventTypeId: number },
  { start, end }: { start: string; end: string },
): Promise<StoredSeatedTime[]> => {
  const keyAt = (startTime: string): string =>
    renderKey(SeatedTimeItem.key.sk, { slot: `${eventTypeId}@${startTime}` }).text;
  return queryAll(SeatedTimeItem, { userId }, { after: keyAt(start), until: keyAt(end) });
};

/** Returns the event type in the name of a seated time. */
export const eventTypeOfSeatedTime = (slot: string): number => Number(slot.slice(0, slot.indexOf("@")));

/** Returns the times in the name of a seated time. */
export function timesOfSeatedTime(slot: string): { startTime: string; endTime: string } {
  const [, startTime = "", endTime = ""] = /@(.*)\/(.*)$/.exec(slot) ?? [];
  return { startTime, endTime };
}

export type StoredSeatedTime = Stored<typeof SeatedTimeItem>;

interface Seats {
  userId: number;
  slot: string;
  count: number;
  /** The bookings that join and leave the seated time; none if only the attendees of a booking change. */
  joins?: SeatedBooking | undefined;
  leaves?: SeatedBooking | undefined;
}
interface Minutes {
  from: number;
  to: number;
}

/**
 * Creates the operation that takes seats of a seated time. One of them is the seat of `reservation`, if the seated time still has it. Seats of expired
 * reservations count as free, and are removed once they were seen. Its condition fails if the seated time has other minutes (see {@link SeatedTimeItem}).
 *
 * @throws {Failure} `booking_seats_full` if the seated time was seen with too few free seats
 */
export function takeSeats(
  seats: Seats & { reservation?: string | undefined },
  { minutes, seatsPerTimeSlot }: { minutes: Minutes; seatsPerTimeSlot: number },
  seen: SeenItems,
): Operation {
  const key = { userId: seats.userId, slot: seats.slot };
  const { from, to } = minutes;
  const { joined, removed, holders } = holderChanges(seats);
  const before = SeatedTimeItem.schema.safeParse(seen.row(SeatedTimeItem, key)).data;
  const own = ownSeat(seats.reservation, seen.has(SeatedTimeItem, key), before);
  const added = seats.count - own.length;
  const set = { ...key, from, to, ...joined };
  const expired = before ? expiredIn(before).filter((owner) => !own.includes(owner)) : [];
  if (before && before.taken + added - expired.length > seatsPerTimeSlot) throw seatsFull();
  const freed = expired.slice(0, MAX_FREED);
  if (before && freed.length > 0)
    return update(SeatedTimeItem, key, {
      set,
      add: { taken: added - freed.length, holders, revision: 1 },
      remove: ["ttl", ...own, ...removed, ...freed],
      if: isUnchanged(before),
    });
  const hasRoom = [equals("from", from), equals("to", to), atMost("taken", seatsPerTimeSlot - added)];
  const isJoinable = all(...hasRoom, ...own.map(present));
  return update(SeatedTimeItem, key, {
    set,
    add: { taken: added, holders, revision: 1 },
    remove: ["ttl", ...own, ...removed],
    if: own.length === 0 ? any(absent("pk"), isJoinable) : isJoinable,
  });
}

/** The attribute of a reservation whose seat is used; none if the seated time was seen without it, because it had expired. */
const ownSeat = (
  reservation: string | undefined,
  isSeen: boolean,
  slot: StoredSeatedTime | undefined,
): string[] =>
  reservation === undefined || (isSeen && slot?.[reservation] === undefined) ? [] : [reservation];

/** Creates the operation that frees seats of a seated time. Its condition fails if the booking that leaves is the last one. */
export function freeSeats(seats: Seats): Operation {
  const { userId, slot, count } = seats;
  const { joined, removed, holders } = holderChanges(seats);
  return update(
    SeatedTimeItem,
    { userId, slot },
    {
      set: joined,
      add: { taken: -count, holders, revision: 1 },
      remove: removed,
      if: all(atLeast("taken", count), greaterThan("holders", -holders)),
    },
  );
}

/** Returns the attributes of the bookings that join and leave, and the change of their number. */
const holderChanges = ({ joins, leaves }: Pick<Seats, "joins" | "leaves">) => ({
  joined: joins ? nameInSeatedTime(joins) : {},
  removed: leaves ? Object.keys(nameInSeatedTime(leaves)) : [],
  holders: Number(joins !== undefined) - Number(leaves !== undefined),
});

/** Lists the owners of reserved seats of a seated time, including expired ones. */
export const reservationsIn = (slot: StoredSeatedTime): string[] =>
  Object.keys(slot).filter((name) => expiryOf(name) !== undefined);

/** The most expired reservations that one write removes: it names each of them, and an expression can have 4 KB. */
export const MAX_FREED = 100;

/** Lists the owners of reserved seats of a seated time that have expired. */
export const expiredIn = (slot: StoredSeatedTime): string[] => reservationsIn(slot).filter(hasExpired);

/** Lists the owners of reserved seats of a seated time that have not expired. */
export const liveReservationsIn = (slot: StoredSeatedTime): string[] =>
  reservationsIn(slot).filter((owner) => !hasExpired(owner));

/** Counts the seats of a seated time that are in use, without those of expired reservations. */
export const takenSeats = (slot: StoredSeatedTime): number => slot.taken - expiredIn(slot).length;

/** The condition that the seats of a seated time are as they were when it was read. */
export const isUnchanged = ({ taken, holders, revision }: StoredSeatedTime): Condition =>
  all(
    equals("taken", taken),
    equals("holders", holders),
    revision === undefined ? absent("revision") : equals("revision", revision),
  );

/** The failure of a booking for which there are too few seats. */
export const seatsFull = (): Failure =>
  new Failure("booking_seats_full", "No seats are left at this time. Choose another time.");

/** The change of a seated time whose last booking leaves. */
export interface EmptiedSeatedTime {
  operation: Operation;
  /** The owner of the seated time's minutes after the change; undefined if they are free. */
  owner: string | undefined;
}

/** Removes the last booking of a seated time, and with it the seated time. If the seated time still has reservations, it expires with the last of them. */
export function leaveSeatedTimeAsLast(slot: StoredSeatedTime): EmptiedSeatedTime {
  const key = { userId: slot.userId, slot: slot.slot };
  const live = liveReservationsIn(slot);
  const ttl = latestExpiry(live);
  const guard = { if: isUnchanged(slot) };
  if (ttl === undefined) return { operation: remove(SeatedTimeItem, key, guard), owner: undefined };
  const freed = expiredIn(slot).slice(0, MAX_FREED);
  const taken = reservationsIn(slot).length - freed.length;
  const change = {
    set: { taken, holders: 0, ttl },
    add: { revision: 1 },
    remove: [...freed, ...bookingAttributesOf(slot)],
  };
  return {
    operation: update(SeatedTimeItem, key, { ...change, ...guard }),
    owner: expiringOwner(slot.slot, ttl),
  };
}

/** Returns the latest expiry of owners; undefined without owners. */
export const latestExpiry = (owners: readonly string[]): number | undefined =>
  owners.length === 0 ? undefined : Math.max(...owners.map((owner) => expiryOf(owner) ?? 0));
