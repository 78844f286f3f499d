import * as z from "zod";
import { getSchedule } from "#lib/calendar/schedules/get.ts";
import { Schedule, ScheduleId } from "#lib/calendar/schedules/schema.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";

/** Gets one schedule. */
export const handler = endpoint(
  {
    id: "schedules.get",
    summary: "Get a schedule",
    description: "Returns one of your schedules.",
    route: "GET /schedules/{id}",
    scopes: ["READ_SCHEDULE"],
    input: { path: z.object({ id: ScheduleId }) },
    response: z.object({ schedule: Schedule }),
    failures: ["not_found"],
    permissions: ["table:BatchGetItem"],
  },
  async ({ caller, path }) => ({ schedule: await getSchedule(caller, path.id) }),
);
