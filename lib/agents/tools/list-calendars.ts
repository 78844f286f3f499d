import * as z from "zod";
import { ListPageInput, NextCursor, readListPage } from "#lib/agents/list-page.ts";
import { tool } from "#lib/agents/tool.ts";
import { CalendarFilter, listCalendars as list } from "#lib/calendar/external/list.ts";
import { Calendar } from "#lib/calendar/external/schema.ts";

const { id, name, timeZone, countsAsBusy, isDestination, ...shape } = Calendar.shape;

/** Lists the caller's calendars. */
export const listCalendars = tool(
  {
    name: "list_calendars",
    title: "List calendars",
    description:
      "Lists the user's calendars. The busy times of those with `countsAsBusy` close slots, so find_slots does not return these times. If `status` is not `ok`, a calendar can't be read: tell the user.",
    endpoint: "calendars.list",
    effect: "read",
    scopes: ["READ_CALENDAR"],
    input: z.strictObject({ ...CalendarFilter.shape, ...ListPageInput.shape }),
    output: z.object({
      calendars: z
        .array(
          z.object({
            ...{ id, name, timeZone, countsAsBusy, isDestination },
            status: shape.status,
            error: shape.error,
            lastCheckedAt: shape.lastCheckedAt,
          }),
        )
        .describe("Calendars in the order of their ids."),
      nextCursor: NextCursor,
    }),
    failures: [],
    permissions: ["table:Query", "table:GetItem", "table:BatchGetItem", "cursors:GenerateMac"],
  },
  ({ caller, input }) => readListPage(list(caller, input), { list: "list_calendars", caller, input }),
  ({ items, nextCursor }) => ({ calendars: [...items], nextCursor }),
);
