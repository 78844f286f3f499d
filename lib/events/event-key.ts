import type * as z from "zod";
import type { KeyOf, Stored } from "#lib/table/entity.ts";
import { EventItem } from "./entity.ts";

/** Where an event lies: all that a message of the `events` queue says. */
export const EventKey = EventItem.schema.pick({
  userId: true,
  createdAt: true,
  bookingId: true,
  sequence: true,
});
export type EventKey = z.output<typeof EventKey> & KeyOf<typeof EventItem>;

/** The key of an event. */
export const eventKey = ({ userId, createdAt, bookingId, sequence }: Stored<typeof EventItem>): EventKey => ({
  userId,
  createdAt,
  bookingId,
  sequence,
});
