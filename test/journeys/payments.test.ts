import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { loadRegistry } from "#infra/registry.ts";
import { sendText } from "#lib/platform/queue.ts";
import { deniedCalls, undeclaredFailures, unusedPermissions } from "#test/contract/permissions.ts";
import { book, makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { type ApiRequest, clientOf } from "#test/support/calls/api-client.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";
import { runJson, useLocalDirectory } from "#test/support/command-line/command-line.ts";
import { type Receiver, startReceiver } from "#test/support/network/receiver.ts";

const cloud = useSharedCloud();
const consumers = (await loadRegistry()).consumers.filter(({ spec }) => spec.id.startsWith("payments."));

const Payment = z.looseObject({ id: z.int(), externalId: z.string(), data: z.unknown() });
const Event = z.object({ triggerEvent: z.string(), payload: z.looseObject({ paymentId: z.int() }) });

/** Creates a host with a booking, and a webhook for its payments. */
async function makePaidHost(receiver: Receiver) {
  const { caller, key } = await makeUserWithKey();
  const booking = await book(caller, await makeEventType(caller), { start: "2031-03-03T09:00:00Z" });
  const call = async (request: Omit<ApiRequest, "method"> & { method?: string }) =>
    (await clientOf(cloud().baseUrl)({ method: "GET", key, ...request })).json;
  const eventTriggers = ["BOOKING_PAYMENT_INITIATED", "BOOKING_PAID"];
  await call({ method: "POST", path: "/webhooks", body: { subscriberUrl: receiver.url, eventTriggers } });
  return { booking, call };
}

/** Records a payment with the command line. */
function record(options: string): Promise<unknown> {
  useLocalDirectory(cloud());
  return runJson(`payments record --amount 5000 --currency usd ${options}`);
}

const eventually = (read: () => unknown) => expect.poll(read, { timeout: 60_000, interval: 25 });

it("a payment that is recorded at the command line marks its booking as paid, sends webhooks, and can be read by the host", async () => {
  const receiver = await startReceiver();
  const { booking, call } = await makePaidHost(receiver);
  const payment = `--external-id journey-1 --data '{"charge":"ch_1"}'`;
  await record(`${payment} --booking ${booking.id}`);
  await eventually(() => receiver.received.length).toBe(1);
  await record(`${payment} --booking ${booking.uid} --success`);
  await eventually(() => receiver.received.length).toBe(2);
  const [initiated, paid] = receiver.received.map(({ body }) => Event.parse(JSON.parse(body)));
  expect([initiated?.triggerEvent, paid?.triggerEvent]).toEqual([
    "BOOKING_PAYMENT_INITIATED",
    "BOOKING_PAID",
  ]);
  const { booking: now } = await call({ path: `/bookings/${booking.id}` });
  expect(now).toMatchObject({ paid: true, payment: [{ id: paid?.payload.paymentId, success: true }] });
  const path = `/payments/${paid?.payload.paymentId}`;
  const read = Payment.parse((await call({ path }))["payment"]);
  expect(read).toMatchObject({ externalId: "journey-1", bookingId: booking.id, data: null });
  const admin = await makeUserWithKey("ADMIN");
  expect(await call({ path, key: admin.key })).toMatchObject({ payment: { data: { charge: "ch_1" } } });
});

describe("an invalid message", () => {
  async function deadLetters(): Promise<[string, string | undefined][]> {
    const QueueUrl = z.string().parse(cloud().outputs["PaymentsQueueUrl"]);
    const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["RedrivePolicy"] });
    const { Attributes } = await new SQSClient().send(command);
    const { deadLetterTargetArn } = JSON.parse(Attributes?.["RedrivePolicy"] ?? "");
    const name = String(deadLetterTargetArn).split(":").at(-1) ?? "";
    const received = await cloud().queues.receive(name, { maxMessages: 10, visibilitySeconds: 0 });
    return received.map(({ body, messageAttributes: { reason } }) => [body, reason?.StringValue]);
  }

  it("an invalid message becomes a dead letter, unchanged and with the reason, and others are still handled", async () => {
    const receiver = await startReceiver();
    const { booking } = await makePaidHost(receiver);
    const invalid = JSON.stringify({ externalId: "journey-2", amount: "much" });
    await sendText("payments", invalid, {});
    const unknown = { externalId: "journey-3", bookingId: 999_999_999, amount: 5_000, currency: "USD" };
    await sendText("payments", JSON.stringify({ ...unknown, occurredAt: "2026-05-01T10:00:00Z" }), {});
    await record(`--external-id journey-4 --booking ${booking.id} --success`);
    await eventually(() => receiver.received.length).toBe(1);
    await eventually(deadLetters).toHaveLength(2);
    const letters = await deadLetters();
    expect(letters).toContainEqual([invalid, expect.stringMatching(/^invalid_message: .*amount/)]);
    expect(letters).toContainEqual([
      expect.stringContaining("journey-3"),
      expect.stringMatching(/^unknown_booking: /),
    ]);
  });
});

it.each(consumers.map(({ spec }) => [spec.id, spec] as const))(
  "the functions that handle payments use all their permissions, are denied nothing and do not crash: %s",
  (id, spec) => {
    expect(deniedCalls(cloud().usage(), id)).toEqual([]);
    expect(unusedPermissions(cloud().usage(), spec)).toEqual([]);
    expect(undeclaredFailures(cloud().logs(id))).toEqual([]);
  },
);
