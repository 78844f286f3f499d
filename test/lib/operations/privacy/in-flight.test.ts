import { describe, expect, it } from "vitest";
import { TIMEOUT_SECONDS } from "#infra/gateway/document.ts";
import { allEntries, loadRegistry } from "#infra/registry.ts";
import { OPERATOR } from "#lib/caller.ts";
import { DeliveryItem } from "#lib/delivery/deliveries/entity.ts";
import { fanOutEvents } from "#lib/delivery/deliveries/fan-out.ts";
import { deliverWebhook } from "#lib/delivery/sending/deliver.ts";
import { erasePerson, SECONDS_BETWEEN } from "#lib/operations/privacy/erase.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { present } from "#lib/storage/table/condition.ts";
import { put } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { pay } from "#test/support/builders/payment-builders.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { deliveryOf, useDeliveries } from "#test/support/cloud/delivery-queues.ts";
import { startReceiver } from "#test/support/network/receiver.ts";
import { KEEP_BOOKINGS } from "#test/support/secrets/erase-options.ts";
import { tracesOf } from "#test/support/secrets/traces-of.ts";

const { takeMessages } = useDeliveries();
const WRITES = /^table:(Put|Update|Delete|BatchWrite)/;
const START = "2031-04-01T09:00:00Z";

describe("writes in progress during an erasure", () => {
  it("are erased as well, such as an attempt that writes earlier responses of the subscriber again", async () => {
    const [email, echo] = ["in.flight@example.org", "unknown: Finn Light"];
    const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { url } = await startReceiver(async (response) => {
      arrived.resolve();
      await answered.promise;
      response.writeHead(500).end("no");
    });
    const host = await makeHost();
    const { id } = await makeWebhook(host, { subscriberUrl: url });
    await book(host, await makeEventType(host), { start: START, responses: { name: "Finn Light", email } });
    await fanOutEvents(await queryAll(EventItem, { userId: host.userId }));
    const [message] = await takeMessages();
    const delivery = await deliveryOf(id);
    if (!delivery || !message) throw new Error("there is no delivery");
    const at = delivery.createdAt;
    const attempt = { at, kind: "scheduled" as const, url, status: 500, error: null, ms: 1 };
    const attempts = [{ ...attempt, answer: echo }];
    await writeOne(put(DeliveryItem, { ...delivery, attempts }, { if: present("pk") }));
    const delivered = deliverWebhook(message);
    await arrived.promise;
    await erasePerson(OPERATOR, email, {
      ...KEEP_BOOKINGS,
      wait: async () => {
        answered.resolve();
        await delivered;
      },
    });
    expect(await tracesOf([email, "Finn Light"])).toEqual([]);
  });

  it("are erased with all related items, such as a new booking with a payment", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host);
    const words = { email: "mean.while@example.org", name: "Mina Whiley", card: "card ending 4343" };
    const responses = { email: words.email, name: words.name };
    await book(host, eventType, { start: START, responses });
    let waits = 0;
    const wait = async () => {
      waits += 1;
      if (waits > 1) return;
      const { id } = await book(host, eventType, { start: "2031-04-02T09:00:00Z", responses });
      await pay({ bookingId: id, success: true, data: { card: words.card } });
    };
    await erasePerson(OPERATOR, words.email, { ...KEEP_BOOKINGS, wait });
    expect(await tracesOf(Object.values(words))).toEqual([]);
  });

  it("end before the next pass: no function that writes may run longer than the wait", async () => {
    const specs = allEntries(await loadRegistry()).map(({ spec }) => spec);
    const writers = specs.filter(({ permissions }) =>
      permissions.some((permission) => WRITES.test(permission)),
    );
    const seconds = writers.map((spec) => {
      if ("source" in spec) return spec.timeoutSeconds;
      return TIMEOUT_SECONDS["streams" in spec && spec.streams ? "streamed" : "buffered"];
    });
    expect(seconds.length).toBeGreaterThan(30);
    expect(SECONDS_BETWEEN).toBeGreaterThan(Math.max(...seconds));
  });
});
