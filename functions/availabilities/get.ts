import * as z from "zod";
import { getAvailability } from "#lib/calendar/schedules/availabilities.ts";
import { AvailabilityId, AvailabilityWithOwner } from "#lib/calendar/schedules/schema.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";

/** Gets one availability entry. */
export const handler = endpoint(
  {
    id: "availabilities.get",
    summary: "Get an availability",
    description: "Returns one entry of a schedule.",
    route: "GET /availabilities/{id}",
    scopes: ["READ_SCHEDULE"],
    path: z.object({ id: AvailabilityId }),
    response: z.object({ availability: AvailabilityWithOwner }),
    failures: ["not_found"],
    permissions: ["table:BatchGetItem"],
  },
  async ({ caller, path }) => ({ availability: await getAvailability(caller, path.id) }),
);
