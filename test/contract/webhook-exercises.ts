import * as z from "zod";
import { makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { makeTeam } from "#test/support/builders/webhook-builders.ts";
import type { Send } from "#test/support/calls/api-client.ts";
import { quietWebhook } from "./examples.ts";

const WithId = z.object({ id: z.string() });

/** Calls that use the permissions of webhook endpoints that the examples do not use. */
export const WEBHOOK_EXERCISES: { sentence: string; run: (act: Send) => Promise<void> }[] = [
  {
    sentence:
      "a webhook is moved from an event type to its team, with another secret, and listed with the team's",
    run: async (act) => {
      const { caller, key } = await makeUserWithKey();
      const [{ id: eventTypeId }, teamId] = [await makeEventType(caller), await makeTeam(caller, "OWNER")];
      const body = { ...quietWebhook(), eventTypeId };
      const { json } = await act({ method: "POST", path: "/webhooks", key, body });
      const { id } = WithId.parse(json["webhook"]);
      const change = { eventTypeId: null, teamId, secret: "another secret" };
      await act({ method: "PATCH", path: `/webhooks/${id}`, key, body: change });
      await act({ method: "GET", path: "/webhooks", key });
    },
  },
  {
    sentence: "a webhook is tested twice, and its log read in pages",
    run: async (act) => {
      const { key } = await makeUserWithKey();
      const { json } = await act({ method: "POST", path: "/webhooks", key, body: quietWebhook() });
      const path = `/webhooks/${WithId.parse(json["webhook"]).id}`;
      for (const triggerEvent of ["BOOKING_CREATED", "BOOKING_CANCELLED"])
        await act({ method: "POST", path: `${path}/test`, key, body: { triggerEvent } });
      await act({ method: "GET", path: `${path}/deliveries?take=1&cursor=`, key });
    },
  },
];
