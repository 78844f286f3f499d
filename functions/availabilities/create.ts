import * as z from "zod";
import { endpoint } from "#lib/http/endpoint.ts";
import { Message } from "#lib/http/message.ts";
import { createAvailability } from "#lib/schedules/availabilities/create.ts";
import { AvailabilityCreate } from "#lib/schedules/input.ts";
import { AvailabilityWithOwner } from "#lib/schedules/schema.ts";

/** Adds weekly hours, or hours of one date, to a schedule. */
export const handler = endpoint(
  {
    id: "availabilities.create",
    summary: "Create an availability",
    description: "Adds weekly hours, or the hours of one date, to one of your schedules.",
    route: "POST /availabilities",
    scopes: ["WRITE_SCHEDULE"],
    body: AvailabilityCreate,
    response: z.object({ availability: AvailabilityWithOwner, message: Message }),
    failures: ["not_found"],
    permissions: ["table:BatchGetItem", "table:PutItem"],
  },
  ({ caller, body }) => createAvailability(caller, body),
  (availability) => ({ availability, message: "Availability created." }),
);
