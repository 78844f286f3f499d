import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { handler } from "#functions/payments/record.ts";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import type { Caller } from "#lib/caller.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { paymentMessage } from "#test/support/builders/payment-builders.ts";
import { LAMBDA_CONTEXT } from "#test/support/calls/gateway-event.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { interceptInTest } from "#test/support/table/table-calls.ts";

const aws = useLocalTable();

let host: Caller;
let booking: StoredBooking;
let lines: () => Record<string, unknown>[];

beforeEach(async () => {
  lines = captureLines();
  host = await makeHost();
  booking = await book(host, await makeEventType(host), { start: "2031-03-03T09:00:00Z" });
});

/** Calls the consumer with messages, as Lambda does. Returns the positions of those that are retried. */
async function deliver(...bodies: string[]): Promise<number[]> {
  const Records = bodies.map((body, at) => ({
    messageId: String(at),
    body,
    attributes: { ApproximateReceiveCount: "1" },
  }));
  const event = { Records } as object as SQSEvent;
  const { batchItemFailures }: SQSBatchResponse = await handler(event, LAMBDA_CONTEXT);
  return batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier));
}

/** Receives and deletes the dead letters. Returns the body and the reason of each. */
async function receiveDeadLetters(): Promise<[string, string | undefined][]> {
  const received = await aws().queues.receive("payment-dead-letters", { maxMessages: 10 });
  for (const { receiptHandle } of received) aws().queues.delete("payment-dead-letters", receiptHandle);
  return received.map(({ body, messageAttributes: { reason } }) => [body, reason?.StringValue]);
}

const message = (fields: Record<string, unknown> = {}): string =>
  JSON.stringify(paymentMessage({ bookingId: booking.id, ...fields }));
const countPayments = async () =>
  (await findItem(BookingItem, { userId: host.userId, id: booking.id }))?.payment.length;

describe("a message that can never be recorded", () => {
  it.each([
    ["is not JSON", () => "{", /^invalid_message: is not JSON/],
    [
      "has a wrong field",
      () => message({ amount: 12.5 }),
      /^invalid_message: amount must be a whole number$/,
    ],
    ["lacks a field", () => message({ currency: undefined }), /^invalid_message: currency /],
    ["has an unknown field", () => message({ succes: true }), /^invalid_message: .*"succes"/],
    [
      "has half a surrogate pair",
      () => message({ data: { it: "\ud800" } }),
      /^invalid_message: .*half a character/,
    ],
    ["names no booking", () => message({ bookingId: undefined }), /^invalid_message: .*bookingUid/],
    ["names two bookings", () => message({ bookingUid: booking.uid }), /^invalid_message: .*bookingUid/],
    ["has too much data", () => message({ data: { it: "x".repeat(33_000) } }), /^invalid_message: data /],
    ["names an unknown booking", () => message({ bookingId: 999_999_999 }), /^unknown_booking: /],
    [
      "has a reason that SQS rejects",
      () => message().replace("{", '{"\\uffff":1,'),
      /^invalid_message: .*"\?"/,
    ],
  ])("goes to the dead letters immediately with the reason: it %s", async (_, make, reason) => {
    const body = make();
    expect(await deliver(body, message())).toEqual([]);
    expect(await receiveDeadLetters()).toEqual([[body, expect.stringMatching(reason)]]);
    expect(await countPayments()).toBe(1);
    expect(lines()).toContainEqual(expect.objectContaining({ level: "warn", event: "message rejected" }));
  });

  it("goes to the dead letters when the payments of its booking would exceed 24 KB", async () => {
    const long = (at: number) => message({ externalId: `${at}`.padStart(200, "\u4f1a") });
    for (let at = 0; at < 40; at += 1) expect(await deliver(long(at))).toEqual([]);
    const [[body, reason] = []] = await receiveDeadLetters();
    expect(reason).toMatch(/^too_many_payments: /);
    expect(body).toContain(`${await countPayments()}"`);
  });

  it("is retried if it cannot be sent to the dead letters", async () => {
    vi.stubEnv("PAYMENT_DEAD_LETTERS_URL", `${aws().url}/000000000000/nowhere`);
    expect(await deliver("{", message())).toEqual([0]);
    vi.unstubAllEnvs();
    expect(await receiveDeadLetters()).toEqual([]);
  });
});

describe("a message whose write fails", () => {
  /** Makes the next transaction crash, before or after it is written. */
  function crash(when: "before" | "after"): void {
    const end = interceptInTest(async ({ command, send }) => {
      if (!(command instanceof TransactWriteCommand)) return send();
      if (when === "after") await send();
      end();
      throw new Error("crash");
    });
  }

  it.each(["before", "after"] as const)(
    "a message whose write fails is retried, and recorded once: failure %s the write",
    async (when) => {
      const body = message({ success: true });
      crash(when);
      expect(await deliver(body)).toEqual([0]);
      expect(await countPayments()).toBe(when === "before" ? 0 : 1);
      expect(await deliver(body)).toEqual([]);
      expect(await countPayments()).toBe(1);
      const events = await queryAll(EventItem, { userId: host.userId });
      expect(events.map(({ trigger }) => trigger)).toEqual(["BOOKING_CREATED", "BOOKING_PAID"]);
      expect(await receiveDeadLetters()).toEqual([]);
    },
  );
});
