import * as z from "zod";
import { deleteAvailability } from "#lib/calendar/schedules/availabilities.ts";
import { AvailabilityId } from "#lib/calendar/schedules/schema.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import { Message } from "#lib/entry/http/message.ts";

/** Deletes an availability entry. */
export const handler = endpoint(
  {
    id: "availabilities.delete",
    summary: "Delete an availability",
    description: "Removes these hours from their schedule. Existing bookings stay.",
    route: "DELETE /availabilities/{id}",
    scopes: ["WRITE_SCHEDULE"],
    path: z.object({ id: AvailabilityId }),
    response: z.object({ message: Message }),
    failures: ["not_found"],
    permissions: ["table:BatchGetItem", "table:PutItem"],
  },
  ({ caller, path }) => deleteAvailability(caller, path),
  () => ({ message: "Availability deleted." }),
);
