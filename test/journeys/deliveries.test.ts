import type { ServerResponse } from "node:http";
import { AwsError } from "@almanac/local-cloud";
import { afterAll, describe, expect, it, vi } from "vitest";
import { recordEvent } from "#lib/bookings/events/record-event.ts";
import type { Caller } from "#lib/caller.ts";
import { DeliveryItem } from "#lib/delivery/deliveries/entity.ts";
import { MAX_AT_ONCE } from "#lib/delivery/deliveries/lanes.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { update } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { transact, writeOne } from "#lib/storage/table/write.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { storedBooking } from "#test/support/builders/stored-booking.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { useCloud } from "#test/support/cloud/cloud.ts";
import { runCount, timeoutFor } from "#test/support/model/runs.ts";
import { type Received, type Receiver, startReceiver } from "#test/support/network/receiver.ts";

const cloud = useCloud();
const DELIVERIES = "DeliveriesQueueUrl";
const PATIENCE = { timeout: 60_000, interval: 50 };
/** For a number of events: a second for each, so that a busy machine can send them all. */
const patienceFor = (events: number) => ({ ...PATIENCE, timeout: PATIENCE.timeout + events * 1_000 });
let bookings = 0;

/** Writes a number of events of a host. */
async function makeEvents(host: Caller, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 50) {
    const operations = Array.from({ length: Math.min(left, 50) }, () => {
      bookings += 1;
      return recordEvent("BOOKING_CREATED", storedBooking({ id: bookings, userId: host.userId }));
    });
    await transact(operations.flat());
  }
}

const idOf = ({ headers }: Received): string => String(headers["webhook-id"]);
const idsOf = ({ received }: Receiver): Set<string> => new Set(received.map(idOf));

/** Creates a host with a webhook that sends to a receiver. */
async function makeSubscriber(receiver: Receiver) {
  const host = await makeHost();
  const { id: webhookId } = await makeWebhook(host, { subscriberUrl: receiver.url });
  return { host, webhookId };
}

it(
  "an outage of the queues loses no event: all arrive when the queues are up again",
  async () => {
    const count = runCount(50);
    const receiver = await startReceiver();
    const { host } = await makeSubscriber(receiver);
    const sending = vi.spyOn(cloud().queues, "send").mockImplementation(() => {
      throw new AwsError("com.amazonaws.sqs#ServiceUnavailable", "down", { status: 503 });
    });
    await makeEvents(host, count);
    await expect.poll(() => sending.mock.calls.length, PATIENCE).toBeGreaterThan(0);
    sending.mockRestore();
    await expect
      .poll(async () => {
        await backdateUnpublished(host);
        await cloud().runSchedules();
        return idsOf(receiver).size;
      }, patienceFor(count))
      .toBe(count);
  },
  timeoutFor(runCount(50)),
);

/** Makes unpublished events look as old as after an outage. */
async function backdateUnpublished(host: Caller): Promise<void> {
  const events = await queryAll(EventItem, { userId: host.userId });
  const unpublished = events.filter((event) => event.unpublished !== undefined);
  for (const { id, userId, createdAt, bookingId, sequence } of unpublished) {
    const key = { userId, createdAt, bookingId, sequence };
    await writeOne(update(EventItem, key, { set: { GSI1sk: `2020-01-01T00:00:00.000Z#${id}` } }));
  }
}

it(
  "the function that sends is killed between a request and its record: nothing is lost, and a repeated request has the same id",
  async () => {
    const kills = runCount(10);
    const killed = new Set<string>();
    const receiver = await startReceiver(async (response, request) => {
      const isFirst = !killed.has(idOf(request)) && killed.size < kills;
      if (isFirst) {
        killed.add(idOf(request));
        await cloud().kill("events.deliver");
        cloud().queues.returnInFlight(queueName());
      }
      response.end();
    });
    const { host, webhookId } = await makeSubscriber(receiver);
    for (let made = 0; made < kills; made += 1) {
      await makeEvents(host, 1);
      const delivered = async () =>
        (await deliveriesOf(webhookId)).filter((each) => each === "delivered").length;
      await expect.poll(delivered, PATIENCE).toBe(made + 1);
    }
    expect(killed.size).toBe(kills);
    expect(idsOf(receiver).size).toBe(kills);
    expect(receiver.received.length).toBeGreaterThan(kills);
  },
  timeoutFor(runCount(10)),
);

const queueName = (): string => cloud().outputs[DELIVERIES].split("/").at(-1) ?? "";
const deliveriesOf = async (webhookId: string): Promise<string[]> =>
  (await queryAll(DeliveryItem, { webhookId })).map(({ status }) => status);

it(
  "an unreadable record does not stop the events after it",
  async () => {
    const count = runCount(50);
    const receiver = await startReceiver();
    const { host } = await makeSubscriber(receiver);
    await makeEvents(host, Math.floor(count / 2));
    const key = { userId: host.userId, createdAt: "2020-01-01T00:00:00.000Z", bookingId: 1, sequence: 1 };
    await writeOne(update(EventItem, key, { set: { payload: 7 } }));
    await makeEvents(host, count - Math.floor(count / 2));
    await expect.poll(() => idsOf(receiver).size, PATIENCE).toBe(count);
  },
  timeoutFor(runCount(50)),
);

describe("a subscriber that does not respond", () => {
  const hanging = new Set<ServerResponse>();
  afterAll(() => {
    for (const response of hanging) response.end();
  });

  it(
    "a subscriber that does not respond gets at most five concurrent requests, and delays no other one",
    async () => {
      let mostAtOnce = 0;
      const slow = await startReceiver((response) => {
        hanging.add(response);
        mostAtOnce = Math.max(mostAtOnce, hanging.size);
        response.once("close", () => hanging.delete(response));
      });
      const healthy = await startReceiver();
      const [slowSubscriber, healthySubscriber] = [await makeSubscriber(slow), await makeSubscriber(healthy)];
      await makeEvents(slowSubscriber.host, runCount(100));
      await expect.poll(() => slow.received.length, PATIENCE).toBeGreaterThanOrEqual(MAX_AT_ONCE);
      const startedAt = performance.now();
      await makeEvents(healthySubscriber.host, 10);
      await expect.poll(() => idsOf(healthy).size, PATIENCE).toBe(10);
      console.log(
        `events of the healthy subscriber arrived within ${Math.round(performance.now() - startedAt)} ms`,
      );
      expect(slow.received.length).toBeLessThan(runCount(100) / 2);
      expect(mostAtOnce).toBe(MAX_AT_ONCE);
    },
    timeoutFor(runCount(100)),
  );
});
