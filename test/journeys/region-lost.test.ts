import { expect, it } from "vitest";
import { publishEvents } from "#lib/bookings/events/publish.ts";
import { fanOutEvents } from "#lib/delivery/deliveries/fan-out.ts";
import { deliverWebhook } from "#lib/delivery/sending/deliver.ts";
import { EventItem, EventKey, EventMessage } from "#lib/storage/outbox/entity.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeEvent } from "#test/support/builders/event-builders.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { useDeliveries } from "#test/support/cloud/delivery-queues.ts";
import { startReceiver } from "#test/support/network/receiver.ts";

const { aws, clock, makeDeliveryMessage, drain } = useDeliveries();
/** Seconds after which the second attempt is due. */
const SECOND_ATTEMPT = 10;

/** Takes all messages of a queue that are available. */
async function receiveAll(queue: string): Promise<unknown[]> {
  const received = await aws().queues.receive(queue, { maxMessages: 10 });
  for (const { receiptHandle } of received) aws().queues.delete(queue, receiptHandle);
  return received.map(({ body }) => JSON.parse(body));
}

it("no delivery is lost with the queues of a region: publishing its events again sends the pending ones, and none twice", async () => {
  const host = await makeHost();
  const statuses = [200, 500];
  const receiver = await startReceiver((response) => {
    response.statusCode = statuses.shift() ?? 200;
    response.end();
  });
  await makeWebhook(host, { subscriberUrl: receiver.url });
  const [delivered, failedOnce, neverTried] = [
    await makeDeliveryMessage(host),
    await makeDeliveryMessage(host),
    await makeDeliveryMessage(host),
  ];
  await deliverWebhook(delivered);
  await deliverWebhook(failedOnce);
  const unpublished = await makeEvent(host);
  clock.advance(SECOND_ATTEMPT);
  expect(await receiveAll("timers")).toHaveLength(1);
  expect(await receiveAll("deliveries.fifo")).toEqual([]);

  const keys = [delivered, failedOnce, neverTried].map(({ event }) => EventKey.parse(event));
  const events = await findItems([...keys, unpublished].map((key) => itemRequest(EventItem, key)));
  await publishEvents(events.filter((event) => event !== undefined));
  await fanOutEvents((await receiveAll("events")).map((body) => EventMessage.parse(body)));
  await drain();
  await drain();

  const sent = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(sent.slice(0, 2)).toEqual([delivered.id, failedOnce.id]);
  expect(sent.slice(2)).toHaveLength(3);
  expect(sent.slice(2)).toEqual(expect.arrayContaining([failedOnce.id, neverTried.id]));
});
