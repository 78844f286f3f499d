import { beforeEach, expect, test } from "vitest";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { pay } from "#test/support/builders/payment-builders.ts";
import { run, runJson, targetOf, useLocalDirectory } from "#test/support/command-line/command-line.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const aws = useLocalTable();
beforeEach(() => {
  useLocalDirectory(targetOf(aws().url));
});

/** Receives and deletes the only message in the queue. */
async function receiveMessage(): Promise<unknown> {
  const [message, ...others] = await aws().queues.receive("payments", { maxMessages: 10 });
  expect(others).toEqual([]);
  if (message) aws().queues.delete("payments", message.receiptHandle);
  return message && JSON.parse(message.body);
}

/** Makes a booking to pay for. */
async function makeBooking() {
  const host = await makeHost();
  return book(host, await makeEventType(host), { start: "2031-03-03T09:00:00Z" });
}

const RECORD = "payments record --external-id ch_1 --amount 5000 --currency usd";

test("a payment is sent with all fields", async () => {
  const more = `--fee 175 --success --refunded --app-id stripe --option hold --data '{"charge":"ch_1"}'`;
  const { id } = await makeBooking();
  const answer = await runJson(`${RECORD} --booking ${id} ${more} --occurred-at 2026-05-01T12:00:00+02:00`);
  const message = {
    externalId: "ch_1",
    bookingId: id,
    appId: "stripe",
    amount: 5000,
    fee: 175,
    currency: "USD",
    success: true,
    refunded: true,
    paymentOption: "HOLD",
    data: { charge: "ch_1" },
    occurredAt: "2026-05-01T10:00:00.000Z",
  };
  expect(answer).toEqual({ payment_message: message });
  expect(await receiveMessage()).toEqual(message);
});

test("optional fields have defaults, and the time is now", async () => {
  const { uid } = await makeBooking();
  const { code, err } = await run(`${RECORD} --booking ${uid}`);
  expect([code, err]).toEqual([0, expect.stringContaining("dead-letters show payments")]);
  expect(await receiveMessage()).toEqual({
    externalId: "ch_1",
    bookingUid: uid,
    appId: null,
    amount: 5000,
    fee: 0,
    currency: "USD",
    success: false,
    refunded: false,
    paymentOption: "ON_BOOKING",
    data: {},
    occurredAt: expect.stringMatching(/Z$/),
  });
});

test.each([
  ["--booking 7 --currency dollars", "--currency: must be an ISO 4217 code"],
  ["--booking 7 --option later", "--option: "],
  ["--booking 7 --data nonsense", "It must be JSON."],
  ["--booking 7 --data 7", "--data: "],
  ["--booking 7 --occurred-at yesterday", "--occurred-at: must be an ISO 8601 instant"],
  ["", "--booking"],
])("an invalid payment is not sent: %s", async (options, message) => {
  const { code, err } = await run(`${RECORD} ${options}`);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  expect(await receiveMessage()).toBeUndefined();
});

test.each(["999999", "AbCdEfGhIjKlMnOpQrStUv"])(
  "a payment for the unknown booking %s is not sent, and the command fails",
  async (booking) => {
    expect(await run(`${RECORD} --booking ${booking}`)).toMatchObject({
      code: 1,
      err: "not_found: Booking not found.\n",
    });
    expect(await receiveMessage()).toBeUndefined();
  },
);

test("a payment is shown with its data", async () => {
  const { id: bookingId } = await makeBooking();
  const { id } = await pay({ bookingId, data: { charge: "ch_1" } });
  expect(await runJson(`payments show ${id}`)).toMatchObject({
    payment: { id, bookingId, data: { charge: "ch_1" } },
  });
  expect(await run("payments show 999999")).toMatchObject({
    code: 1,
    err: "not_found: Payment not found.\n",
  });
});
