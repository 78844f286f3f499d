import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { EventItem } from "#lib/events/entity.ts";
import { queryAll } from "#lib/table/read.ts";
import { book, makeEventType, makeHost } from "#test/support/builders.ts";
import { useLocalTable } from "#test/support/local-table.ts";

const table = useLocalTable();

/** How many of the next transactions lose their answer on the way back. */
let toLose = 0;
let lost = 0;
let proxy: Server;

beforeAll(async () => {
  proxy = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const { method, headers, url = "/" } = incoming;
    const passedOn = request(table().url + url, { method, headers }, async (answer) => {
      const content = await buffer(answer);
      if (toLose > 0 && String(headers["x-amz-target"]).endsWith("TransactWriteItems")) {
        toLose -= 1;
        lost += 1;
        outgoing.destroy();
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(content);
    });
    passedOn.end(body);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  process.env["AWS_ENDPOINT_URL"] = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(() => {
  proxy.closeAllConnections();
  proxy.close();
});

describe("a change whose answer is lost on the way", () => {
  it("is made once and answered, however often the answer is lost", async () => {
    const host = await makeHost();
    const eventType = await makeEventType(host);
    toLose = 2;
    const booking = await book(host, eventType, { start: "2030-03-04T09:00:00Z" });
    toLose = 1;
    const cancelled = await cancelBooking(host, { id: booking.id }, {});
    expect(lost).toBe(3);
    expect(cancelled.status).toBe("CANCELLED");
    const events = await queryAll(EventItem, { userId: host.userId });
    expect(events.map(({ trigger, bookingId }) => [trigger, bookingId])).toEqual([
      ["BOOKING_CREATED", booking.id],
      ["BOOKING_CANCELLED", booking.id],
    ]);
  });
});
