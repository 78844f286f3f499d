import { expect, it } from "vitest";
import { deliverWebhook } from "#lib/delivery/sending/deliver.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { deliveryOf, useDeliveries } from "#test/support/cloud/delivery-queues.ts";
import { startReceiver } from "#test/support/network/receiver.ts";
import { useLostResponses } from "#test/support/table/lost-responses.ts";

const { aws, makeDeliveryMessage, drain } = useDeliveries();
const answers = useLostResponses(aws, "PutItem");

it("an attempt whose record was written, but whose response from the table was lost, is recorded once and not repeated", async () => {
  const receiver = await startReceiver();
  const host = await makeHost();
  const { id } = await makeWebhook(host, { subscriberUrl: receiver.url });
  const message = await makeDeliveryMessage(host);
  answers.toLose = 1;
  await deliverWebhook(message);
  await deliverWebhook(message);
  expect(await drain()).toBe(0);
  expect(answers.lost).toBe(1);
  expect(receiver.received).toHaveLength(1);
  expect(await deliveryOf(id)).toMatchObject({
    status: "delivered",
    attemptCount: 1,
    attempts: [{ status: 200 }],
  });
});
