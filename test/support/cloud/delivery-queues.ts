import type { AwsEndpoint } from "@almanac/local-cloud";
import { ManualClock } from "@almanac/local-cloud/testing/manual-clock.ts";
import { beforeEach, vi } from "vitest";
import type { Caller } from "#lib/caller.ts";
import { type Delivery, DeliveryItem } from "#lib/delivery/deliveries/entity.ts";
import { fanOutEvents } from "#lib/delivery/deliveries/fan-out.ts";
import { DeliveryMessage } from "#lib/delivery/deliveries/messages.ts";
import { deliverWebhook } from "#lib/delivery/sending/deliver.ts";
import { setClock } from "#lib/platform/clock.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { runTimer, Timer } from "#lib/workers/run-timer.ts";
import { makeEvent } from "#test/support/builders/event-builders.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { sweepDueShards } from "#test/support/table/sweep-due-shards.ts";

/** The queues of deliveries and timers, whose messages a test handles. */
export interface DeliveryQueues {
  /** Receives and deletes the visible delivery messages. */
  takeMessages(): Promise<DeliveryMessage[]>;
  /** Fans out a new event of a host and returns its only message. */
  makeDeliveryMessage(host: Caller, teamId?: number | null): Promise<DeliveryMessage>;
  /** Receives and deletes the timers whose time has come. */
  takeTimers(): Promise<Timer[]>;
  /** Runs the timers whose time has come, and returns their number. */
  runTimers(): Promise<number>;
  /** Runs timers and attempts until nothing is left to do now, and returns the number of attempts. */
  drain(): Promise<number>;
}

/** Receives and deletes the visible messages of a queue. */
export async function receiveAll({ queues }: AwsEndpoint, queue: string): Promise<unknown[]> {
  const bodies: unknown[] = [];
  for (let room = true; room; ) {
    const received = await queues.receive(queue, { maxMessages: 10 });
    for (const { receiptHandle } of received) queues.delete(queue, receiptHandle);
    bodies.push(...received.map(({ body }) => JSON.parse(body)));
    room = received.length > 0;
  }
  return bodies;
}

/** Handles the messages of a local table's queues in place of the functions. */
export function deliveryQueues(aws: () => AwsEndpoint): DeliveryQueues {
  const take = (queue: string) => receiveAll(aws(), queue);
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
      if (!message || more.length > 0) throw new Error("Expected exactly one message.");
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

/** Finds the only delivery of a webhook. */
export async function deliveryOf(webhookId: string): Promise<Delivery | undefined> {
  const [delivery, ...more] = await queryAll(DeliveryItem, { webhookId });
  if (more.length > 0) throw new Error(`The webhook has ${more.length + 1} deliveries.`);
  return delivery;
}

/** Runs a table and queues for the tests of one file, with a manual clock. */
export function useDeliveries(clock = new ManualClock()) {
  const aws = useLocalTable({ clock });
  beforeEach(() => {
    setClock(() => clock.now());
    vi.stubEnv("ALLOW_INSECURE_WEBHOOKS", "1");
  });
  const queues = deliveryQueues(aws);
  /** Moves the clock by a number of seconds, and runs the sweep and all due work at each step. */
  async function pass(seconds: number, step = 60): Promise<void> {
    for (let left = seconds; left > 0; left -= step) {
      clock.advance(Math.min(step, left));
      await sweepDueShards();
      await queues.drain();
    }
  }
  return { aws, clock, pass, ...queues };
}
