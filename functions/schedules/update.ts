import * as z from "zod";
import { UserSchedule } from "#lib/calendar/schedules/default-schedule.ts";
import { ScheduleUpdate } from "#lib/calendar/schedules/input.ts";
import { renderSchedule } from "#lib/calendar/schedules/render.ts";
import { Schedule, ScheduleId } from "#lib/calendar/schedules/schema.ts";
import { updateSchedule } from "#lib/calendar/schedules/update.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Updates a schedule; applies to slots and bookings within 5 seconds. Existing bookings stay. */
export const handler = writeEndpoint(
  {
    id: "schedules.update",
    summary: "Update a schedule",
    description:
      "Changes the fields that you send. Slots and bookings follow the change within 5 seconds; existing bookings stay.",
    route: "PATCH /schedules/{id}",
    scopes: ["WRITE_SCHEDULE"],
    input: { path: z.object({ id: ScheduleId }), body: ScheduleUpdate },
    result: UserSchedule,
    response: z.object({ schedule: Schedule }),
    failures: ["not_found"],
    permissions: ["table:BatchGetItem", "table:PutItem", "table:UpdateItem"],
  },
  ({ caller, path, body }) => updateSchedule(caller, path, body),
  (schedule) => ({ schedule: renderSchedule(schedule) }),
);
