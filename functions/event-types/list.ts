import * as z from "zod";
import { listEventTypes } from "#lib/event-types/list.ts";
import { EventType } from "#lib/event-types/model.ts";
import { listEndpoint } from "#lib/http/list-endpoint.ts";

/** Lists the caller's event types; all there are for a system admin. */
export const handler = listEndpoint(
  {
    id: "event-types.list",
    summary: "List event types",
    route: "GET /event-types",
    scopes: ["READ_BOOKING"],
    response: z.object({ event_types: z.array(EventType) }),
    failures: [],
    grants: ["table:Query", "table:GetItem", "table:BatchGetItem"],
  },
  async ({ caller }) => listEventTypes(caller),
);
