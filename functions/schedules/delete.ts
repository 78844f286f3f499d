import * as z from "zod";
import { UserSchedule } from "#lib/calendar/schedules/default-schedule.ts";
import { deleteSchedule } from "#lib/calendar/schedules/delete.ts";
import { ScheduleId } from "#lib/calendar/schedules/schema.ts";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Deletes a schedule that no event type uses. If it was the default, the user's oldest schedule becomes the default. */
export const handler = writeEndpoint(
  {
    id: "schedules.delete",
    summary: "Delete a schedule",
    description:
      "Deletes a schedule that no event type uses. If it was the default, the oldest of the others becomes the default.",
    route: "DELETE /schedules/{id}",
    scopes: ["WRITE_SCHEDULE"],
    input: { path: z.object({ id: ScheduleId }) },
    result: UserSchedule,
    response: z.object({ message: Message }),
    failures: ["not_found", "conflict"],
    permissions: [
      "table:BatchGetItem",
      "table:Query",
      "table:DeleteItem",
      "table:UpdateItem",
      "table:ConditionCheckItem",
    ],
  },
  ({ caller, path }) => deleteSchedule(caller, path),
  () => ({ message: "Schedule deleted." }),
);
