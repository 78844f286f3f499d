import { expect, test, vi } from "vitest";
import { handler } from "#functions/events/sweep.ts";
import { deliverWebhook } from "#lib/delivery/sending/deliver.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeEvent } from "#test/support/builders/event-builders.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { LAMBDA_CONTEXT } from "#test/support/calls/gateway-event.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useDeliveries } from "#test/support/cloud/delivery-queues.ts";
import { startReceiver } from "#test/support/network/receiver.ts";

const { clock, makeDeliveryMessage } = useDeliveries();

test("a sweep that fails in several parts logs each failure", async () => {
  const receiver = await startReceiver((response) =>
    response.writeHead(503, { "retry-after": "7200" }).end(),
  );
  const host = await makeHost();
  await makeWebhook(host, { subscriberUrl: receiver.url });
  await deliverWebhook(await makeDeliveryMessage(host));
  clock.advance(7_200);
  await makeEvent(host);
  clock.advance(600);
  const lines = captureLines();
  vi.stubEnv("EVENTS_QUEUE_URL", undefined);
  vi.stubEnv("TIMERS_QUEUE_URL", `${process.env["TIMERS_QUEUE_URL"]}-none`);
  await expect(handler({}, LAMBDA_CONTEXT)).rejects.toThrow(AggregateError);
  const batch = lines().find(({ event }) => event === "batch");
  expect(batch?.["error"]).toBe("Error, QueueDoesNotExist");
  for (const place of ["publishEvents", "QueueDoesNotExist"]) expect(batch?.["stack"]).toContain(place);
});
