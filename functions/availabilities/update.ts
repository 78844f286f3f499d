import * as z from "zod";
import { endpoint } from "#lib/http/endpoint.ts";
import { updateAvailability } from "#lib/schedules/availabilities/update.ts";
import { AvailabilityUpdate } from "#lib/schedules/input.ts";
import { AvailabilityId, AvailabilityWithOwner } from "#lib/schedules/schema.ts";

/** Updates an availability entry. */
export const handler = endpoint(
  {
    id: "availabilities.update",
    summary: "Update an availability",
    description: "Changes the fields that you send. Existing bookings stay.",
    route: "PATCH /availabilities/{id}",
    scopes: ["WRITE_SCHEDULE"],
    path: z.object({ id: AvailabilityId }),
    body: AvailabilityUpdate,
    response: z.object({ availability: AvailabilityWithOwner }),
    failures: ["not_found"],
    permissions: ["table:BatchGetItem", "table:PutItem"],
  },
  ({ caller, path, body }) => updateAvailability(caller, path, body),
  (availability) => ({ availability }),
);
