import * as z from "zod";
import { getUserAvailability } from "#lib/bookings/availability/get-availability.ts";
import { UserAvailability, UserAvailabilityQuery } from "#lib/bookings/availability/schema.ts";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import { UserReference } from "#lib/identity/users/visibility.ts";

/** Gets when a user is busy and open, for the user, members of a common team and admins. */
export const handler = endpoint(
  {
    id: "users.availability",
    summary: "Get the availability of a user",
    description:
      "Returns busy times and open hours of a user: yourself, or a member of one of your teams. An access token needs the scope `ADMIN` for other users.",
    route: "GET /users/{id}/availability",
    scopes: ["READ_BOOKING", "READ_SCHEDULE"],
    input: { path: z.object({ id: UserReference }), query: UserAvailabilityQuery },
    response: UserAvailability,
    computed: true,
    failures: ["not_found", "list_too_large"],
    permissions: ["table:GetItem", "table:BatchGetItem", "table:Query"],
  },
  async ({ caller, path, query }) => getUserAvailability(caller, path.id, query),
);
