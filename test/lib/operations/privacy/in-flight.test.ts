import { describe, expect, it } from "vitest";
import { TIMEOUT_SECONDS } from "#infra/gateway/document.ts";
import { allEntries, loadRegistry } from "#infra/registry.ts";
import { OPERATOR } from "#lib/caller.ts";
import { erasePerson, SECONDS_BETWEEN } from "#lib/operations/privacy/erase.ts";
import { present } from "#lib/table/condition.ts";
import { put } from "#lib/table/operations.ts";
import { write } from "#lib/table/write.ts";
import { deliverWebhook } from "#lib/webhooks/deliver.ts";
import { DeliveryItem } from "#lib/webhooks/delivery.ts";
import { book, makeEventType, makeHost } from "#test/support/builders.ts";
import { deliveryOf, useDeliveries } from "#test/support/delivery-queues.ts";
import { KEEP } from "#test/support/erasing.ts";
import { pay } from "#test/support/payment-builders.ts";
import { startReceiver } from "#test/support/receiver.ts";
import { tracesOf } from "#test/support/traces-of.ts";
import { makeWebhook } from "#test/support/webhook-builders.ts";

const { takeFirst } = useDeliveries();
const WRITES = /^table:(Put|Update|Delete|BatchWrite)/;

describe("what was under way while somebody was erased", () => {
  it("is erased as well when it ends before the last look, such as an attempt that writes what was told before", async () => {
    const email = "in.flight@example.org";
    const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { url } = await startReceiver(async (response) => {
      arrived.resolve();
      await answered.promise;
      response.writeHead(500).end("no");
    });
    const host = await makeHost();
    const { id } = await makeWebhook(host, { subscriberUrl: url });
    const message = await takeFirst(host);
    const delivery = await deliveryOf(id);
    if (!delivery) throw new Error("there is no delivery");
    const at = delivery.createdAt;
    const attempt = { at, kind: "scheduled" as const, url, status: 500, error: null, ms: 1 };
    const attempts = [{ ...attempt, answer: `unknown: ${email}` }];
    await write(put(DeliveryItem, { ...delivery, attempts }, { if: present("pk") }));
    const delivered = deliverWebhook(message);
    await arrived.promise;
    await erasePerson(OPERATOR, email, {
      ...KEEP,
      wait: async () => {
        answered.resolve();
        await delivered;
      },
    });
    answered.resolve();
    await delivered;
    expect(await tracesOf([email])).toEqual([]);
  });

  it("is erased with what hangs on it, such as a booking that is made and paid meanwhile", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host);
    const words = { email: "mean.while@example.org", name: "Mina Whiley", card: "card ending 4343" };
    let waits = 0;
    const wait = async () => {
      waits += 1;
      if (waits > 1) return;
      const responses = { email: words.email, name: words.name };
      const { id } = await book(host, eventType, { start: "2031-04-01T09:00:00Z", responses });
      await pay({ bookingId: id, success: true, data: { card: words.card } });
    };
    await erasePerson(OPERATOR, words.email, { ...KEEP, wait });
    expect([waits, await tracesOf(Object.values(words))]).toEqual([2, []]);
  });

  it("has ended by then: no function that writes runs longer than is waited", async () => {
    const specs = allEntries(await loadRegistry()).map(({ spec }) => spec);
    const writers = specs.filter(({ grants }) => grants.some((grant) => WRITES.test(grant)));
    const seconds = writers.map((spec) => {
      if ("source" in spec) return spec.timeoutSeconds;
      return TIMEOUT_SECONDS["streams" in spec && spec.streams ? "streamed" : "buffered"];
    });
    expect(seconds.length).toBeGreaterThan(30);
    expect(SECONDS_BETWEEN).toBeGreaterThan(Math.max(...seconds));
  });
});
