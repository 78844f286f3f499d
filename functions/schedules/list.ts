import * as z from "zod";
import { listSchedules } from "#lib/calendar/schedules/list.ts";
import { Schedule } from "#lib/calendar/schedules/schema.ts";
import { listEndpoint } from "#lib/entry/http/list-endpoint.ts";
import { WholeNumber } from "#lib/platform/whole-number.ts";

/** Lists the caller's schedules; all schedules for a system admin. */
export const handler = listEndpoint(
  {
    id: "schedules.list",
    summary: "List schedules",
    description: "Lists your schedules. System admins get all schedules.",
    route: "GET /schedules",
    scopes: ["READ_SCHEDULE"],
    input: {
      query: z.object({
        userId: WholeNumber.optional().describe(
          "Schedules of this user; other users only for system admins.",
        ),
      }),
    },
    response: z.object({ schedules: z.array(Schedule).describe("Schedules in the order of their ids.") }),
    failures: ["forbidden"],
    permissions: ["table:Query", "table:GetItem", "table:BatchGetItem"],
  },
  async ({ caller, query }) => listSchedules(caller, query),
);
