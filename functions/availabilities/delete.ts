import * as z from "zod";
import { deleteAvailability } from "#lib/calendar/schedules/availabilities.ts";
import { RenderedAvailability } from "#lib/calendar/schedules/render.ts";
import { AvailabilityId } from "#lib/calendar/schedules/schema.ts";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Deletes an availability entry. */
export const handler = writeEndpoint(
  {
    id: "availabilities.delete",
    summary: "Delete an availability",
    description: "Removes these hours from their schedule. Existing bookings stay.",
    route: "DELETE /availabilities/{id}",
    scopes: ["WRITE_SCHEDULE"],
    input: { path: z.object({ id: AvailabilityId }) },
    result: RenderedAvailability,
    response: z.object({ message: Message }),
    failures: ["not_found"],
    permissions: ["table:BatchGetItem", "table:PutItem"],
  },
  ({ caller, path }) => deleteAvailability(caller, path),
  () => ({ message: "Availability deleted." }),
);
