import { expect, test } from "vitest";
import { type Attempt, type Delivery, DeliveryItem } from "#lib/delivery/deliveries/entity.ts";
import { deliveryMessage } from "#lib/delivery/deliveries/messages.ts";
import { renderDelivery } from "#lib/delivery/deliveries/schema.ts";
import { testWebhook } from "#lib/delivery/deliveries/send-test.ts";
import { deliverWebhook } from "#lib/delivery/sending/deliver.ts";
import { present } from "#lib/storage/table/condition.ts";
import { put } from "#lib/storage/table/operations.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { deliveryOf, useDeliveries } from "#test/support/cloud/delivery-queues.ts";
import { startReceiver } from "#test/support/network/receiver.ts";

useDeliveries();

const LONGEST_URL = 2_048;
const SMILE = "😀";

/**
 * Creates the delivery of a test, which contains its payload, with some failed attempts. The URL of its subscriber and the responses have
 * the maximum length.
 */
async function makeLongDelivery(attempts: number, attempt: Pick<Attempt, "url" | "answer">) {
  let status = 500;
  const receiver = await startReceiver(
    (response) => void response.writeHead(status).end(SMILE.repeat(5_000)),
  );
  const host = await makeHost();
  const subscriberUrl = `${receiver.url}/`.padEnd(LONGEST_URL, "x");
  const { id } = await makeWebhook(host, { subscriberUrl });
  await testWebhook(host, id, { triggerEvent: "MEETING_STARTED" });
  const read = async (): Promise<Delivery> => {
    const delivery = await deliveryOf(id);
    if (!delivery) throw new Error("there is no delivery");
    return delivery;
  };
  const failed = {
    kind: "scheduled",
    status: 500,
    error: "The subscriber responded with status 500.",
  } as const;
  const failedAttempts = Array.from({ length: attempts }, (_, ms) => ({
    ...failed,
    ...attempt,
    at: new Date(0).toISOString(),
    ms,
  }));
  const long = { ...(await read()), attempts: failedAttempts };
  await writeOne(put(DeliveryItem, long, { if: present("pk") }));
  /** Makes another attempt, whose response has this status. */
  async function attemptOnce(answer: number): Promise<Delivery> {
    status = answer;
    await deliverWebhook(deliveryMessage(await read()));
    return read();
  }
  return { attemptOnce };
}

test("a delivery contains its latest 100 attempts, even if their URLs and responses have the maximum length", async () => {
  const longest = { url: "x".repeat(LONGEST_URL), answer: SMILE.repeat(256) };
  const { attemptOnce } = await makeLongDelivery(100, longest);
  const failed = await attemptOnce(500);
  expect(failed).toMatchObject({ status: "pending", attemptCount: 1 });
  expect(failed.attempts.map(({ ms }) => ms).slice(0, 99)).toEqual(
    Array.from({ length: 99 }, (_, at) => at + 1),
  );
  expect(failed.attempts).toHaveLength(100);
  expect(failed.attempts[99]).toMatchObject({ status: 500, answer: longest.answer });
  expect(failed.attempts[99]?.url).toHaveLength(LONGEST_URL);
  const delivered = await attemptOnce(200);
  expect(delivered).toMatchObject({ status: "delivered", attemptCount: 2, droppedAttempts: 2 });
  expect(renderDelivery(delivered)).toMatchObject({ attemptCount: 102 });
});

test("the oldest attempts are dropped if the delivery exceeds the size limit of an item", async () => {
  const tooLong = { url: "☕".repeat(LONGEST_URL), answer: SMILE.repeat(1_024) };
  const { attemptOnce } = await makeLongDelivery(39, tooLong);
  const failed = await attemptOnce(500);
  expect(failed.attempts.length).toBeGreaterThan(30);
  expect(failed.attempts.at(-2)).toMatchObject({ ms: 38, ...tooLong });
  const delivered = await attemptOnce(200);
  expect(delivered).toMatchObject({ status: "delivered", attemptCount: 2 });
  expect(delivered.attempts.slice(-2)).toMatchObject([{ status: 500 }, { status: 200 }]);
});
