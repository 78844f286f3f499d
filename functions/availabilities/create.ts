import * as z from "zod";
import { endpoint } from "#lib/http/endpoint.ts";
import { createAvailability } from "#lib/schedules/availabilities/create.ts";
import { AvailabilityCreate } from "#lib/schedules/input.ts";
import { AvailabilityWithOwner } from "#lib/schedules/model.ts";

/** Adds weekly hours, or hours of one date, to a schedule. */
export const handler = endpoint(
  {
    id: "availabilities.create",
    summary: "Create an availability",
    route: "POST /availabilities",
    scopes: ["WRITE_SCHEDULE"],
    body: AvailabilityCreate,
    response: z.object({ availability: AvailabilityWithOwner, message: z.string() }),
    failures: ["not_found"],
    grants: ["table:BatchGetItem", "table:PutItem"],
  },
  ({ caller, body }) => createAvailability(caller, body),
  (availability) => ({ availability, message: "Availability created." }),
);
