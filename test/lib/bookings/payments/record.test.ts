import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { PaymentMessage } from "#lib/bookings/payments/message.ts";
import { getPayment } from "#lib/bookings/payments/read.ts";
import type { Caller } from "#lib/caller.ts";
import { resetRoundTrips, roundTrips } from "#lib/platform/round-trips.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { pay, paymentMessage } from "#test/support/builders/payment-builders.ts";
import { runCount, timeoutFor } from "#test/support/model/runs.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const RUNS = runCount(3);
let host: Caller;
let booking: StoredBooking;
let fields: ReturnType<typeof paymentMessage>;

async function makeNextBooking(): Promise<void> {
  host = await makeHost();
  booking = await book(host, await makeEventType(host), { start: "2031-03-03T09:00:00Z" });
  fields = paymentMessage({ bookingId: booking.id });
}
beforeEach(makeNextBooking);

const findBooking = async (): Promise<StoredBooking | undefined> =>
  findItem(BookingItem, { userId: host.userId, id: booking.id });
/** Lists the payment events of the host, each with its sequence number, in order. */
async function listPaymentEvents(): Promise<[string, number][]> {
  const events = await queryAll(EventItem, { userId: host.userId });
  return events
    .filter(({ trigger }) => trigger.startsWith("BOOKING_PA"))
    .map(({ trigger, sequence }): [string, number] => [trigger, sequence])
    .toSorted(([, one], [, other]) => one - other);
}

describe("a payment that is recorded", () => {
  it("records an event when it is initiated, and one when it succeeds", async () => {
    const { id } = await pay(fields);
    expect(await findBooking()).toMatchObject({ paid: false, payment: [{ id, success: false }] });
    await pay({ ...fields, success: true, fee: 100, occurredAt: "2026-05-01T10:01:00Z" });
    const after = await findBooking();
    const summary = { id, amount: 5000, currency: "USD", success: true, refunded: false };
    expect(after).toMatchObject({ paid: true, payment: [summary], eventSequence: 3 });
    expect(await getPayment(host, id)).toMatchObject({ fee: 100, success: true, version: 2 });
    expect(await listPaymentEvents()).toEqual([
      ["BOOKING_PAYMENT_INITIATED", 2],
      ["BOOKING_PAID", 3],
    ]);
    const [, , paid] = await queryAll(EventItem, { userId: host.userId });
    expect(JSON.parse(paid?.payload ?? "")).toMatchObject({ paymentId: id, paymentData: summary });
  });

  it("has its currency in upper case, also if the payment system sends it in lower case", async () => {
    const { id } = await pay(PaymentMessage.parse({ ...fields, currency: "usd" }));
    expect(await getPayment(host, id)).toMatchObject({ currency: "USD" });
  });

  it("is found by the uid of its booking, too", async () => {
    const { bookingId, ...others } = { ...fields, bookingId: 0 };
    expect(await pay({ ...others, bookingUid: booking.uid })).toMatchObject({ bookingId: booking.id });
  });

  it("no longer counts after it is refunded; another payment still does", async () => {
    await pay({ ...fields, success: true });
    await pay({ ...fields, success: true, refunded: true, occurredAt: "2026-05-02T10:00:00Z" });
    expect(await findBooking()).toMatchObject({ paid: false, payment: [{ success: true, refunded: true }] });
    await pay(paymentMessage({ bookingId: booking.id, success: true }));
    expect(await findBooking()).toMatchObject({ paid: true, payment: [{}, {}] });
    await pay(paymentMessage({ bookingId: booking.id }));
    expect(await findBooking()).toMatchObject({ paid: true, payment: [{}, {}, {}] });
    expect((await listPaymentEvents()).map(([trigger]) => trigger)).toEqual([
      "BOOKING_PAID",
      "BOOKING_PAID",
      "BOOKING_PAYMENT_INITIATED",
    ]);
  });

  it("takes at most three round trips, four if it is already recorded", async () => {
    resetRoundTrips();
    await pay(fields);
    expect(roundTrips().trips).toBeLessThanOrEqual(3);
    resetRoundTrips();
    await pay({ ...fields, success: true });
    expect(roundTrips().trips).toBe(4);
  });
});

describe("messages that are repeated or out of order", () => {
  it("change nothing the second time", async () => {
    const first = await pay({ ...fields, success: true, data: { charge: { id: "ch_1", steps: [1, 2] } } });
    const before = await findBooking();
    expect(await pay({ ...fields, success: true, data: { charge: { id: "ch_1", steps: [1, 2] } } })).toEqual(
      first,
    );
    expect(await findBooking()).toEqual(before);
    expect(await listPaymentEvents()).toHaveLength(1);
  });

  it("record one BOOKING_PAID, even if the first message arrives last", async () => {
    await pay({ ...fields, success: true, data: { is: "late" }, occurredAt: "2026-05-01T10:01:00Z" });
    await pay({ ...fields, amount: 1, data: { is: "early" } });
    expect(await findBooking()).toMatchObject({ paid: true, payment: [{ amount: 5000, success: true }] });
    expect(await listPaymentEvents()).toEqual([["BOOKING_PAID", 2]]);
  });

  it("leave a booking unpaid if the refund arrives before the payment", async () => {
    await pay({ ...fields, refunded: true, occurredAt: "2026-05-02T10:00:00Z" });
    await pay({ ...fields, success: true });
    expect(await findBooking()).toMatchObject({ paid: false, payment: [{ success: true, refunded: true }] });
    expect((await listPaymentEvents()).map(([trigger]) => trigger)).toEqual([
      "BOOKING_PAYMENT_INITIATED",
      "BOOKING_PAID",
    ]);
  });

  it(
    "have the same result in every order, in parallel or one after another, and if they are repeated",
    async () => {
      const steps = [
        { occurredAt: "2026-05-01T10:00:00Z", data: { state: "initiated" } },
        { occurredAt: "2026-05-01T10:00:00Z", data: { state: "paid" }, success: true },
        { occurredAt: "2026-05-01T10:05:00Z", data: { state: "settled" }, success: true, fee: 90 },
        { occurredAt: "2026-05-03T10:00:00Z", data: { state: "refunded" }, success: true, refunded: true },
      ];
      const order = fc.shuffledSubarray([...steps, ...steps], { minLength: 2 * steps.length });
      await fc.assert(
        fc.asyncProperty(order, fc.boolean(), async (messages, inParallel) => {
          await makeNextBooking();
          const send = (message: object) => pay({ ...fields, ...message });
          if (inParallel) await Promise.all(messages.map(send));
          else for (const message of messages) await send(message);
          const after = await findBooking();
          const [summary] = after?.payment ?? [];
          expect(after).toMatchObject({ paid: false, payment: [{ success: true, refunded: true }] });
          expect(await getPayment(host, summary?.id ?? 0)).toMatchObject({
            data: { state: "refunded" },
            occurredAt: "2026-05-03T10:00:00.000Z",
          });
          expect((await listPaymentEvents()).filter(([trigger]) => trigger === "BOOKING_PAID")).toHaveLength(
            1,
          );
          expect((await listPaymentEvents()).map(([, sequence]) => sequence)).toEqual(
            (await listPaymentEvents()).map((_, at) => at + 2),
          );
        }),
        { numRuns: RUNS },
      );
    },
    timeoutFor(RUNS),
  );

  it("are all recorded when many payments of one booking arrive concurrently", async () => {
    const externalIds = Array.from({ length: 6 }, (_, at) => `${fields.externalId}-${at}`);
    await Promise.all(
      [...externalIds, ...externalIds].map((externalId) => pay({ ...fields, externalId, success: true })),
    );
    const after = await findBooking();
    expect(after?.payment).toHaveLength(6);
    expect(after?.eventSequence).toBe(7);
    expect(await listPaymentEvents()).toHaveLength(6);
  });
});

describe("a message that can never be recorded", () => {
  it("has a booking that does not exist", async () => {
    await expect(pay({ ...fields, bookingId: 999_999_999 })).rejects.toMatchObject({
      reason: "unknown_booking: The booking does not exist.",
    });
    const { bookingId, ...others } = { ...fields, bookingId: 0 };
    await expect(pay({ ...others, bookingUid: "nobody" })).rejects.toMatchObject({ code: "unknown_booking" });
  });

  it("has another booking than the recorded payment, of the same host or of another", async () => {
    await pay(fields);
    const eventType = await makeEventType(host);
    const later = await book(host, eventType, { start: "2031-03-04T09:00:00Z" });
    await expect(pay({ ...fields, bookingId: later.id })).rejects.toMatchObject({ code: "other_booking" });
    await makeNextBooking();
    const theirs = paymentMessage({ bookingId: booking.id });
    await pay(theirs);
    await makeNextBooking();
    await expect(pay({ ...theirs, bookingId: booking.id })).rejects.toMatchObject({ code: "other_booking" });
    expect(await findBooking()).toMatchObject({ payment: [], eventSequence: 1 });
  });
});
