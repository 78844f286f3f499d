import * as z from "zod";
import { Failure } from "#lib/http/failures.ts";
import { absent, all, any, atMost, equals, greaterThan } from "#lib/table/condition.ts";
import { entity } from "#lib/table/entity.ts";
import { type Operation, remove, update } from "#lib/table/operations.ts";

/**
 * One start of a seated event type, shared by its bookings: it owns the host's minutes `[from, to)`, and `taken` of its
 * seats are taken. The first booking sets the minutes, later ones share them though buffers may have changed since.
 */
export const SlotItem = entity({
  name: "slot",
  key: { pk: "H#{userId}", sk: "S#{slot}" },
  schema: z.object({ userId: z.int(), slot: z.string(), from: z.int(), to: z.int(), taken: z.int() }),
});

/** Name of a slot: event type, start and end. A booking of another length is another slot, and overlaps. */
export const slotName = (eventTypeId: number, times: { startTime: string; endTime: string }): string =>
  `${eventTypeId}@${times.startTime}/${times.endTime}`;

interface Seats {
  userId: number;
  slot: string;
  from: number;
  to: number;
  count: number;
}

/** Takes seats of a slot. Refused without a failure when the slot's minutes are others (see {@link SlotItem}). */
export const takeSeats = ({ userId, slot, from, to, count }: Seats, seatsPerTimeSlot: number): Operation =>
  update(
    SlotItem,
    { userId, slot },
    {
      set: { userId, slot, from, to },
      add: { taken: count },
      if: any(
        absent("pk"),
        all(equals("from", from), equals("to", to), atMost("taken", seatsPerTimeSlot - count)),
      ),
    },
  );

/** Gives seats back while others stay; refused when they are the last ones. */
export const freeSeats = ({ userId, slot, count }: Omit<Seats, "from" | "to">): Operation =>
  update(SlotItem, { userId, slot }, { add: { taken: -count }, if: greaterThan("taken", count) });

/** Gives the last seats back and ends the slot; refused when somebody took one in between. */
export const endSlot = ({ userId, slot, count }: Omit<Seats, "from" | "to">): Operation =>
  remove(SlotItem, { userId, slot }, { if: equals("taken", count) });

/** What a caller is told when no seat is left. */
export const seatsFull = (): Failure =>
  new Failure("booking_seats_full", "All seats of this time are taken.");
