import * as z from "zod";
import { listWebhooks, WebhookFilter } from "#lib/delivery/subscriptions/list.ts";
import { Webhook } from "#lib/delivery/subscriptions/schema.ts";
import { listEndpoint } from "#lib/entry/http/list-endpoint.ts";

/** Lists the caller's webhooks and those of teams they administer; all webhooks for a system admin. */
export const handler = listEndpoint(
  {
    id: "webhooks.list",
    summary: "List webhooks",
    description:
      "Lists your webhooks and those of teams that you administer. System admins get all webhooks.",
    route: "GET /webhooks",
    aliases: ["GET /hooks"],
    scopes: ["READ_WEBHOOK"],
    input: { query: WebhookFilter },
    response: z.object({ webhooks: z.array(Webhook).describe("Webhooks in the order of their creation.") }),
    failures: [],
    permissions: ["table:Query", "table:BatchGetItem", "index:Query"],
  },
  async ({ caller, query }) => listWebhooks(caller, query),
);
