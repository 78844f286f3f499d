import * as z from "zod";
import { ListPageInput, NextCursor, readListPage } from "#lib/agents/list-page.ts";
import { tool } from "#lib/agents/tool.ts";
import { EventTypeFilter, listEventTypes as list } from "#lib/calendar/event-types/list.ts";
import { EventType } from "#lib/calendar/event-types/schema.ts";

const { id, title, slug, description, length, lengths, locations, bookingFields, ...shape } = EventType.shape;

/** Lists the caller's event types. */
export const listEventTypes = tool(
  {
    name: "list_event_types",
    title: "List event types",
    description:
      "Lists the kinds of meetings that can be booked with the user, such as an intro call of 30 minutes. Call it first: find_slots, hold_slot and create_booking need an `eventTypeId`. `bookingFields` are questions to answer in `responses` of create_booking.",
    endpoint: "event-types.list",
    effect: "read",
    scopes: ["READ_BOOKING"],
    input: z.strictObject({ ...EventTypeFilter.shape, ...ListPageInput.shape }),
    output: z.object({
      event_types: z
        .array(
          z.object({
            ...{ id, title, slug, description, length, lengths, locations, bookingFields },
            requiresConfirmation: shape.requiresConfirmation,
            seatsPerTimeSlot: shape.seatsPerTimeSlot,
            hidden: shape.hidden,
          }),
        )
        .describe("Event types in the order of their ids."),
      nextCursor: NextCursor,
    }),
    failures: [],
    permissions: ["table:Query", "table:GetItem", "table:BatchGetItem", "cursors:GenerateMac"],
  },
  ({ caller, input }) => readListPage(list(caller, input), { list: "list_event_types", caller, input }),
  ({ items, nextCursor }) => ({ event_types: [...items], nextCursor }),
);
