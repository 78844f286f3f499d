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
} from "#lib/table/condition.ts";
import { entity, type Stored } from "#lib/table/entity.ts";
import { renderKey } from "#lib/table/key.ts";
import { type Operation, remove, update } from "#lib/table/operations.ts";
import { queryAll } from "#lib/table/query.ts";
import { expiringOwner, expiryOf, hasExpired } from "./owner.ts";
import { bookingAttributesOf, nameInSlot, type SeatedBooking } from "./slot-bookings.ts";

/**
 * One start of a seated event type, shared by its bookings (`holders` of them): it owns the host's minutes `[from, to)`,
 * and `taken` of its seats are taken. The first booking sets the minutes, later ones share them though buffers may have
 * changed since; the last one to leave ends it. Each booking has an attribute with its uid (`slot-bookings.ts`). A reservation has one
 * of the taken seats, and an attribute with the name of its owner (`owner.ts`). Without bookings the slot expires with its last
 * reservation, at `ttl`, and so do its minutes.
 */
export const SlotItem = entity({
  name: "slot",
  key: { pk: "H#{userId}", sk: "S#{slot}" },
  schema: z.looseObject({
    userId: z.int(),
    slot: z.string(),
    from: z.int(),
    to: z.int(),
    taken: z.int(),
    holders: z.int(),
    ttl: z.int().optional(),
  }),
  accountClosing: "retained",
});

/** Name of a slot: event type, start and end. A booking of another length is another slot, and overlaps. */
export const slotName = (eventTypeId: number, times: { startTime: string; endTime: string }): string =>
  `${eventTypeId}@${times.startTime}/${times.endTime}`;

/** The slots of an event type that have bookings and start in a range of instants (ISO). One round trip. */
export const listSeatedSlots = (
  { userId, eventTypeId }: { userId: number; eventTypeId: number },
  { start, end }: { start: string; end: string },
): Promise<StoredSlot[]> => {
  const keyAt = (startTime: string): string =>
    renderKey(SlotItem.key.sk, { slot: `${eventTypeId}@${startTime}` }).text;
  return queryAll(SlotItem, { userId }, { after: keyAt(start), until: keyAt(end) });
};

/** The event type in the name of a slot. */
export const eventTypeOfSlot = (slot: string): number => Number(slot.slice(0, slot.indexOf("@")));

/** The times in the name of a slot. */
export function timesOfSlot(slot: string): { startTime: string; endTime: string } {
  const [, startTime = "", endTime = ""] = /@(.*)\/(.*)$/.exec(slot) ?? [];
  return { startTime, endTime };
}

export type StoredSlot = Stored<typeof SlotItem>;

interface Seats {
  userId: number;
  slot: string;
  count: number;
  /** The bookings that come and go with the seats: none when one booking's attendees change. */
  joins?: SeatedBooking | undefined;
  leaves?: SeatedBooking | undefined;
}
interface Minutes {
  from: number;
  to: number;
}

/**
 * Takes seats of a slot; one of them is that of `reservation`, if it is still there. Seats of expired reservations are free. Refused
 * without a failure when the slot's minutes are others (see {@link SlotItem}).
 */
export function takeSeats(
  seats: Seats & { reservation?: string | undefined },
  minutes: Minutes,
  seatsPerTimeSlot: number,
): Operation {
  const { userId, slot, reservation } = seats;
  const { from, to } = minutes;
  const { names, left, holders } = holderChanges(seats);
  const own = reservation === undefined ? [] : [reservation];
  const more = seats.count - own.length;
  const set = { userId, slot, from, to, ...names };
  const hasRoom = [equals("from", from), equals("to", to), atMost("taken", seatsPerTimeSlot - more)];
  const isJoinable = all(...hasRoom, ...own.map(present));
  return update(
    SlotItem,
    { userId, slot },
    {
      set,
      add: { taken: more, holders },
      remove: ["ttl", ...own, ...left],
      if: reservation === undefined ? any(absent("pk"), isJoinable) : isJoinable,
      fallback: (item) => {
        if (reservation !== undefined && item?.[reservation] === undefined)
          return takeSeats({ ...seats, reservation: undefined }, minutes, seatsPerTimeSlot);
        const before = SlotItem.schema.safeParse(item).data;
        const expired = before ? reservationsIn(before).filter(hasExpired) : [];
        if (!before || expired.length === 0) return undefined;
        const taken = before.taken + more - expired.filter((owner) => owner !== reservation).length;
        const isUnused = before.holders === 0 && before.taken === expired.length;
        const isSame = before.from === from && before.to === to;
        if (taken > seatsPerTimeSlot || !(isUnused || isSame)) return undefined;
        return update(
          SlotItem,
          { userId, slot },
          {
            set: { ...set, taken, holders: before.holders + holders },
            remove: [...new Set(["ttl", ...own, ...left, ...expired])],
            if: isUnchanged(before),
          },
        );
      },
    },
  );
}

/** Gives seats back while other bookings stay; refused when the booking that leaves is the last one. */
export function freeSeats(seats: Seats): Operation {
  const { userId, slot, count } = seats;
  const { names, left, holders } = holderChanges(seats);
  return update(
    SlotItem,
    { userId, slot },
    {
      set: names,
      add: { taken: -count, holders },
      remove: left,
      if: all(atLeast("taken", count), greaterThan("holders", -holders)),
    },
  );
}

/** The attributes of the bookings that come and go, and by how many a slot has more. */
const holderChanges = ({ joins, leaves }: Pick<Seats, "joins" | "leaves">) => ({
  names: joins ? nameInSlot(joins) : {},
  left: leaves ? Object.keys(nameInSlot(leaves)) : [],
  holders: Number(joins !== undefined) - Number(leaves !== undefined),
});

/** The reservations that have a seat of a slot, expired ones too, by the names of their owners. */
export const reservationsIn = (slot: StoredSlot): string[] =>
  Object.keys(slot).filter((name) => expiryOf(name) !== undefined);

/** The reservations of a slot that have not expired. */
export const liveReservationsIn = (slot: StoredSlot): string[] =>
  reservationsIn(slot).filter((owner) => !hasExpired(owner));

/** How many seats of a slot are taken, without those of expired reservations. */
export const takenSeats = (slot: StoredSlot): number =>
  slot.taken - reservationsIn(slot).filter(hasExpired).length;

/** That the seats of a slot are as they were when it was read. */
export const isUnchanged = (slot: StoredSlot): Condition =>
  all(
    equals("taken", slot.taken),
    equals("holders", slot.holders),
    ...reservationsIn(slot).map((owner) => present(owner)),
  );

/** The failure of a booking for which no seat is left. */
export const seatsFull = (): Failure =>
  new Failure("booking_seats_full", "No seats are left at this time. Choose another time.");

/** What remains of a slot when its last booking leaves. */
export interface EmptiedSlot {
  operation: Operation;
  /** Who owns the slot's minutes then; undefined if they are free. */
  owner: string | undefined;
}

/** Ends a slot with its last booking. If it still has reservations, it expires with the last of them. */
export function leaveSlotAsLast(slot: StoredSlot): EmptiedSlot {
  const key = { userId: slot.userId, slot: slot.slot };
  const live = liveReservationsIn(slot);
  const ttl = latestExpiry(live);
  const guard = { if: isUnchanged(slot) };
  if (ttl === undefined) return { operation: remove(SlotItem, key, guard), owner: undefined };
  const expired = reservationsIn(slot).filter(hasExpired);
  const left = [...expired, ...bookingAttributesOf(slot)];
  const change = { set: { taken: live.length, holders: 0, ttl }, remove: left };
  return { operation: update(SlotItem, key, { ...change, ...guard }), owner: expiringOwner(slot.slot, ttl) };
}

/** The expiry of the reservation that expires last; undefined if there is none. */
export const latestExpiry = (owners: readonly string[]): number | undefined =>
  owners.length === 0 ? undefined : Math.max(...owners.map((owner) => expiryOf(owner) ?? 0));
