import * as z from "zod";
import { updateAvailability } from "#lib/calendar/schedules/availabilities.ts";
import { AvailabilityUpdate } from "#lib/calendar/schedules/input.ts";
import { RenderedAvailability } from "#lib/calendar/schedules/render.ts";
import { AvailabilityId, AvailabilityWithOwner } from "#lib/calendar/schedules/schema.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Updates an availability entry. */
export const handler = writeEndpoint(
  {
    id: "availabilities.update",
    summary: "Update an availability",
    description: "Changes the fields that you send. Existing bookings stay.",
    route: "PATCH /availabilities/{id}",
    scopes: ["WRITE_SCHEDULE"],
    input: { path: z.object({ id: AvailabilityId }), body: AvailabilityUpdate },
    result: RenderedAvailability,
    response: z.object({ availability: AvailabilityWithOwner }),
    failures: ["not_found"],
    permissions: ["table:BatchGetItem", "table:PutItem"],
  },
  ({ caller, path, body }) => updateAvailability(caller, path, body),
  (availability) => ({ availability }),
);
