import * as z from "zod";
import { endpoint } from "#lib/http/endpoint.ts";
import { deleteAvailability } from "#lib/schedules/availabilities/delete.ts";
import { AvailabilityId } from "#lib/schedules/model.ts";

/** Deletes an availability entry. */
export const handler = endpoint(
  {
    id: "availabilities.delete",
    summary: "Delete an availability",
    route: "DELETE /availabilities/{id}",
    scopes: ["WRITE_SCHEDULE"],
    path: z.object({ id: AvailabilityId }),
    response: z.object({ message: z.string() }),
    failures: ["not_found"],
    grants: ["table:BatchGetItem", "table:PutItem"],
  },
  ({ caller, path }) => deleteAvailability(caller, path),
  () => ({ message: "Availability deleted." }),
);
