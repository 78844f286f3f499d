import type { Caller } from "#lib/caller.ts";
import { type Health, WebhookHealth } from "#lib/delivery/circuit-breaker/entity.ts";
import { fanOutEvents } from "#lib/delivery/deliveries/fan-out.ts";
import { deliverWebhook } from "#lib/delivery/sending/deliver.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeEvent } from "#test/support/builders/event-builders.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import type { DeliveryQueues } from "#test/support/cloud/delivery-queues.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

/** A webhook of a new host whose subscriber can be down. */
export interface Subscriber {
  host: Caller;
  webhookId: string;
  receiver: Receiver;
  setStatus(status: number): void;
  /** Creates a number of events and attempts each delivery once. */
  deliverEvents(events: number): Promise<void>;
  health(): Promise<Health | undefined>;
}

/** Creates a subscriber that responds with this status until it is changed. `beforeAnswer` runs before each response. */
export async function makeSubscriber(
  queues: DeliveryQueues,
  firstStatus: number,
  beforeAnswer: () => unknown = () => undefined,
): Promise<Subscriber> {
  let status = firstStatus;
  const receiver = await startReceiver(async (response) => {
    await beforeAnswer();
    response.writeHead(status).end();
  });
  const host = await makeHost();
  const { id: webhookId } = await makeWebhook(host, { subscriberUrl: receiver.url });
  return {
    host,
    webhookId,
    receiver,
    setStatus: (next) => {
      status = next;
    },
    async deliverEvents(events) {
      for (let made = 0; made < events; made += 1) {
        await fanOutEvents([await makeEvent(host)]);
        for (const message of await queues.takeMessages()) await deliverWebhook(message);
      }
    },
    health: () => findItem(WebhookHealth, { webhookId }),
  };
}
