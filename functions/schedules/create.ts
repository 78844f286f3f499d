import * as z from "zod";
import { endpoint } from "#lib/http/endpoint.ts";
import { createSchedule } from "#lib/schedules/create.ts";
import { ScheduleCreate } from "#lib/schedules/input.ts";
import { Schedule } from "#lib/schedules/model.ts";
import { shownSchedule } from "#lib/schedules/shown.ts";

/** Creates a schedule of the caller; the first one is the default. */
export const handler = endpoint(
  {
    id: "schedules.create",
    summary: "Create a schedule",
    route: "POST /schedules",
    scopes: ["WRITE_SCHEDULE"],
    body: ScheduleCreate,
    response: z.object({ schedule: Schedule, message: z.string() }),
    failures: ["forbidden", "limit_reached"],
    grants: ["table:GetItem", "table:Query", "table:PutItem", "table:UpdateItem"],
  },
  ({ caller, body }) => createSchedule(caller, body),
  (schedule) => ({ schedule: shownSchedule(schedule), message: "Schedule created." }),
);
