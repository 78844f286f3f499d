import * as z from "zod";
import { endpoint } from "#lib/http/endpoint.ts";
import { getAvailability } from "#lib/schedules/availabilities/get.ts";
import { AvailabilityId, AvailabilityWithOwner } from "#lib/schedules/schema.ts";

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
