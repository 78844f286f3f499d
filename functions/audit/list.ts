import * as z from "zod";
import { listEndpoint } from "#lib/entry/http/list-endpoint.ts";
import { AuditEntry, AuditFilter, listAuditTrail } from "#lib/storage/audit/list.ts";

/** Lists who changed what, latest first, for system admins. Kept for a year (ADR 0027). */
export const handler = listEndpoint(
  {
    id: "audit.list",
    summary: "List audit entries, newest first",
    description:
      "Lists who changed which fields, without values. Entries are kept for a year. Only for system admins.",
    route: "GET /audit",
    scopes: ["ADMIN"],
    query: AuditFilter,
    response: z.object({ entries: z.array(AuditEntry).describe("Entries, newest first.") }),
    failures: ["forbidden"],
    permissions: ["table:Query", "index:Query"],
  },
  async ({ caller, query }) => listAuditTrail(caller, query),
);
