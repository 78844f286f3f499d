import * as z from "zod";
import { createSchedule } from "#lib/calendar/schedules/create.ts";
import { UserSchedule } from "#lib/calendar/schedules/default-schedule.ts";
import { ScheduleCreate } from "#lib/calendar/schedules/input.ts";
import { renderSchedule } from "#lib/calendar/schedules/render.ts";
import { Schedule } from "#lib/calendar/schedules/schema.ts";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Creates a schedule of the caller; the first one is the default. */
export const handler = writeEndpoint(
  {
    id: "schedules.create",
    summary: "Create a schedule",
    description:
      "Creates a schedule. The first schedule of a user is the default. Without `availability` it is open Monday to Friday, 09:00 to 17:00.",
    route: "POST /schedules",
    scopes: ["WRITE_SCHEDULE"],
    input: { body: ScheduleCreate },
    result: UserSchedule,
    response: z.object({ schedule: Schedule, message: Message }),
    failures: ["forbidden", "limit_reached"],
    permissions: ["table:GetItem", "table:Query", "table:PutItem", "table:UpdateItem"],
  },
  ({ caller, body }) => createSchedule(caller, body),
  (schedule) => ({ schedule: renderSchedule(schedule), message: "Schedule created." }),
);
