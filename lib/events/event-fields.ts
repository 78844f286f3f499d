import type { Stored } from "#lib/table/entity.ts";
import type { EventItem } from "./entity.ts";

/** What is logged of an event. */
export const eventFields = ({ id: eventId, trigger, bookingId, causedBy }: Stored<typeof EventItem>) => ({
  eventId,
  trigger,
  bookingId,
  causedBy,
});
