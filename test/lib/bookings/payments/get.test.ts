import { beforeAll, describe, expect, it } from "vitest";
import { handler } from "#functions/payments/get.ts";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { StoredPayment } from "#lib/bookings/payments/entity.ts";
import type { Caller } from "#lib/caller.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { pay } from "#test/support/builders/payment-builders.ts";
import { type HandlerResponse, invoke } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

let host: Caller;
let admin: Caller;
let booking: StoredBooking;
let payment: StoredPayment;

beforeAll(async () => {
  host = await makeHost();
  admin = await makeHost("ADMIN");
  booking = await book(host, await makeEventType(host), { start: "2031-03-03T09:00:00Z" });
  payment = await pay({
    bookingId: booking.id,
    externalId: "ch_1",
    appId: "stripe",
    fee: 175,
    success: true,
    paymentOption: "HOLD",
    data: { charge: "ch_1" },
  });
});

const read = (caller: Caller, headers: Record<string, string> = {}): Promise<HandlerResponse> =>
  invoke(handler, { caller, path: { id: String(payment.id) }, headers });

describe("a payment", () => {
  it("is read by its booking's host with every field, but without its data", async () => {
    const { status, json } = await read(host);
    expect(status).toBe(200);
    const { id, uid, userId, eventTypeId, iCalUID } = booking;
    expect(json).toEqual({
      payment: {
        id: payment.id,
        uid: payment.uid,
        appId: "stripe",
        app: { slug: "stripe" },
        bookingId: id,
        booking: { id, uid, userId, eventTypeId, iCalUID },
        amount: 5000,
        fee: 175,
        currency: "USD",
        success: true,
        refunded: false,
        data: null,
        externalId: "ch_1",
        paymentOption: "HOLD",
      },
    });
  });

  it("is read by a system admin with its data", async () => {
    const { json } = await read(admin);
    expect(json["payment"]).toMatchObject({ id: payment.id, data: { charge: "ch_1" } });
  });

  it("is not found by other callers, including admins of the host's organization", async () => {
    const stranger = await makeHost();
    const admins = { ...stranger, organizations: [1] };
    for (const caller of [stranger, admins]) expect(await read(caller)).toMatchObject({ status: 404 });
  });

  it("has different entity tags with and without its data, and a 304 if the client's copy is current", async () => {
    const [mine, theirs] = [await read(host), await read(admin)];
    const known = { "If-None-Match": mine.headers["ETag"] ?? "" };
    expect(theirs.headers["ETag"]).not.toBe(mine.headers["ETag"]);
    expect(await read(host, known)).toMatchObject({ status: 304, text: "" });
    expect(await read(admin, known)).toMatchObject({ status: 200 });
  });
});
