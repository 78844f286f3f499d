import { beforeEach, vi } from "vitest";
import type { AwsEndpoint } from "#infra/local/aws/types.ts";
import type { Caller } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { queryAll } from "#lib/table/query.ts";
import { type Delivery, DeliveryItem } from "#lib/webhooks/deliveries/entity.ts";
import { fanOutEvents } from "#lib/webhooks/deliveries/fan-out.ts";
import { DeliveryMessage } from "#lib/webhooks/deliveries/messages.ts";
import { deliverWebhook } from "#lib/webhooks/sending/deliver.ts";
import { runTimer, Timer } from "#lib/workers/run-timer.ts";
import { sweep } from "#lib/workers/sweep.ts";
import { makeEvent } from "#test/support/builders/event-builders.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { ManualClock } from "#test/support/clock/manual-clock.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

/** The queues of a test's deliveries, worked on by hand. */
export interface DeliveryQueues {
  /** Takes the messages that are to be attempted now. */
  takeMessages(): Promise<DeliveryMessage[]>;
  /** Fans an event of a host out and returns the one message that makes. */
  makeDeliveryMessage(host: Caller, teamId?: number | null): Promise<DeliveryMessage>;
  /** Takes the timers that have gone off. */
  takeTimers(): Promise<Timer[]>;
  /** Does what the timers were set for that have gone off; answers how many. */
  runTimers(): Promise<number>;
  /** Runs timers and makes attempts until there is nothing to do at this moment; answers how many attempts. */
  drain(): Promise<number>;
}

/** Works on the queues of a local table in place of the functions that read them. */
export function deliveryQueues(aws: () => AwsEndpoint): DeliveryQueues {
  const take = async (queue: string): Promise<unknown[]> => {
    const bodies: unknown[] = [];
    for (let room = true; room; ) {
      const received = await aws().queues.receive(queue, { maxMessages: 10 });
      for (const { receiptHandle } of received) aws().queues.delete(queue, receiptHandle);
      bodies.push(...received.map(({ body }) => JSON.parse(body)));
      room = received.length > 0;
    }
    return bodies;
  };
  const takeMessages = async () => (await take("deliveries.fifo")).map((body) => DeliveryMessage.parse(body));
  const takeTimers = async () => (await take("timers")).map((body) => Timer.parse(body));
  const runTimers = async () => {
    const timers = await takeTimers();
    for (const timer of timers) await runTimer(timer);
    return timers.length;
  };
  return {
    takeMessages,
    takeTimers,
    async makeDeliveryMessage(host, teamId = null) {
      await fanOutEvents([await makeEvent(host, teamId)]);
      const [message, ...more] = await takeMessages();
      if (!message || more.length > 0) throw new Error("there was not one message");
      return message;
    },
    runTimers,
    async drain() {
      let attempts = 0;
      for (let done = 1; done > 0; ) {
        const timers = await runTimers();
        const messages = await takeMessages();
        for (const message of messages) await deliverWebhook(message);
        attempts += messages.length;
        done = timers + messages.length;
      }
      return attempts;
    },
  };
}

/** The one delivery of a webhook, if there is one. */
export async function deliveryOf(webhookId: string): Promise<Delivery | undefined> {
  const [delivery, ...more] = await queryAll(DeliveryItem, { webhookId });
  if (more.length > 0) throw new Error(`there are ${more.length + 1} deliveries`);
  return delivery;
}

/** A table and queues for the tests of one file, at a time that stands still, worked on by hand. */
export function useDeliveries(clock = new ManualClock()) {
  const aws = useLocalTable({ clock });
  beforeEach(() => {
    setClock(() => clock.now());
    vi.stubEnv("ALLOW_INSECURE_WEBHOOKS", "1");
    captureLines();
  });
  const queues = deliveryQueues(aws);
  /** Lets so many seconds pass, with what happens at each step. */
  async function pass(seconds: number, step = 60): Promise<void> {
    for (let left = seconds; left > 0; left -= step) {
      clock.advance(Math.min(step, left));
      await sweep();
      await queues.drain();
    }
  }
  return { aws, clock, pass, ...queues };
}
