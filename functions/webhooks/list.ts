import * as z from "zod";
import { listEndpoint } from "#lib/http/list-endpoint.ts";
import { PageQuery, sliced, windowOf } from "#lib/http/page.ts";
import { listWebhooks } from "#lib/webhooks/list.ts";
import { Webhook } from "#lib/webhooks/model.ts";

/** Lists the caller's webhooks; all there are for a system admin. Spec §4 Webhooks, §8. */
export const handler = listEndpoint(
  {
    id: "webhooks.list",
    summary: "List webhooks",
    route: "GET /webhooks",
    aliases: ["GET /hooks"],
    scopes: ["READ_WEBHOOK"],
    query: PageQuery,
    response: z.object({ webhooks: z.array(Webhook) }),
    failures: [],
    grants: ["table:Query", "index:Query"],
  },
  async ({ caller, query }) => ({ pages: sliced(listWebhooks(caller), windowOf(query)) }),
);
