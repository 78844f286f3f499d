import * as z from "zod";
import { listSlots, SlotsByDate, SlotWarnings } from "#lib/bookings/list-slots.ts";
import { SlotsQuery } from "#lib/calendar/slots/query.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";

/** Lists the slots of an event type that the caller can book, by date. */
export const handler = endpoint(
  {
    id: "slots.list",
    summary: "List slots",
    description:
      "Lists the free slots of an event type in a range of at most 92 days, by date. `startTime`, `endTime` and an event type are required.",
    route: "GET /slots",
    aliases: ["GET /slots/available"],
    scopes: ["READ_BOOKING"],
    input: { query: SlotsQuery },
    response: z.object({ slots: SlotsByDate, warnings: SlotWarnings }),
    computed: true,
    failures: ["not_found", "list_too_large"],
    permissions: ["table:GetItem", "table:BatchGetItem", "table:Query", "calendars:SendMessage"],
    maxAgeSeconds: 0,
  },
  async ({ caller, query }) => {
    const { slots, warnings } = await listSlots(caller, query);
    return { slots, warnings };
  },
);
