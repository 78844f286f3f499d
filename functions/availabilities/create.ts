import * as z from "zod";
import { createAvailability } from "#lib/calendar/schedules/availabilities.ts";
import { AvailabilityCreate } from "#lib/calendar/schedules/input.ts";
import { RenderedAvailability } from "#lib/calendar/schedules/render.ts";
import { AvailabilityWithOwner } from "#lib/calendar/schedules/schema.ts";
import { Message } from "#lib/entry/http/message.ts";
import { writeEndpoint } from "#lib/entry/http/write-endpoint.ts";

/** Adds weekly hours, or hours of one date, to a schedule. */
export const handler = writeEndpoint(
  {
    id: "availabilities.create",
    summary: "Create an availability",
    description: "Adds weekly hours, or the hours of one date, to one of your schedules.",
    route: "POST /availabilities",
    scopes: ["WRITE_SCHEDULE"],
    input: { body: AvailabilityCreate },
    result: RenderedAvailability,
    response: z.object({ availability: AvailabilityWithOwner, message: Message }),
    failures: ["not_found"],
    permissions: ["table:BatchGetItem", "table:PutItem"],
  },
  ({ caller, body }) => createAvailability(caller, body),
  (availability) => ({ availability, message: "Availability created." }),
);
