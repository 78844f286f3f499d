import * as z from "zod";
import { Failure } from "#lib/failures.ts";
import { absent, all, any, atLeast, atMost, equals, greaterThan } from "#lib/table/condition.ts";
import { entity, type Stored } from "#lib/table/entity.ts";
import { renderKey } from "#lib/table/key.ts";
import { type Operation, remove, update } from "#lib/table/operations.ts";
import { queryAll } from "#lib/table/read.ts";

/**
 * One start of a seated event type, shared by its bookings (`holders` of them): it owns the host's minutes `[from, to)`,
 * and `taken` of its seats are taken. The first booking sets the minutes, later ones share them though buffers may have
 * changed since; the last one to leave ends it.
 */
export const SlotItem = entity({
  name: "slot",
  key: { pk: "H#{userId}", sk: "S#{slot}" },
  schema: z.object({
    userId: z.int(),
    slot: z.string(),
    from: z.int(),
    to: z.int(),
    taken: z.int(),
    holders: z.int(),
  }),
  accountClosing: "kept",
});

/** Name of a slot: event type, start and end. A booking of another length is another slot, and overlaps. */
export const slotName = (eventTypeId: number, times: { startTime: string; endTime: string }): string =>
  `${eventTypeId}@${times.startTime}/${times.endTime}`;

/** The slots of an event type that have bookings and start in a range of instants (ISO). One round trip. */
export const listSeatedSlots = (
  { userId, eventTypeId }: { userId: number; eventTypeId: number },
  { start, end }: { start: string; end: string },
): Promise<Stored<typeof SlotItem>[]> => {
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

interface Seats {
  userId: number;
  slot: string;
  count: number;
  /** Bookings that come or go with the seats: none when one booking's attendees change. */
  holders: 0 | 1;
}
interface Minutes {
  from: number;
  to: number;
}

/** Takes seats of a slot. Refused without a failure when the slot's minutes are others (see {@link SlotItem}). */
export const takeSeats = (
  { userId, slot, count, holders }: Seats,
  { from, to }: Minutes,
  seatsPerTimeSlot: number,
): Operation =>
  update(
    SlotItem,
    { userId, slot },
    {
      set: { userId, slot, from, to },
      add: { taken: count, holders },
      if: any(
        absent("pk"),
        all(equals("from", from), equals("to", to), atMost("taken", seatsPerTimeSlot - count)),
      ),
    },
  );

/** Gives seats back while other bookings stay; refused when the booking that leaves is the last one. */
export const freeSeats = ({ userId, slot, count, holders }: Seats): Operation =>
  update(
    SlotItem,
    { userId, slot },
    {
      add: { taken: -count, holders: -holders },
      if: all(atLeast("taken", count), greaterThan("holders", holders)),
    },
  );

/** Ends a slot with its last booking; refused when somebody joined it in between. */
export const endSlot = ({ userId, slot, count }: Omit<Seats, "holders">): Operation =>
  remove(SlotItem, { userId, slot }, { if: all(equals("taken", count), equals("holders", 1)) });

/** What a caller is told when no seat is left. */
export const seatsFull = (): Failure =>
  new Failure("booking_seats_full", "All seats at this time are taken. Choose another time.");
