import * as z from "zod";
import { endpoint } from "#lib/http/endpoint.ts";
import { Message } from "#lib/http/message.ts";
import { deleteAvailability } from "#lib/schedules/availabilities/delete.ts";
import { AvailabilityId } from "#lib/schedules/schema.ts";

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
