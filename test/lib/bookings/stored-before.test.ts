import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { BookingItem } from "#lib/bookings/entity.ts";
import { OPERATOR } from "#lib/caller.ts";
import { backfill } from "#lib/operations/backfill/backfill.ts";
import { documentClient, tableName } from "#lib/table/client.ts";
import { getItem } from "#lib/table/read.ts";
import { bookingNow } from "#test/support/booking-parts.ts";
import { book, makeEventType, makeHost } from "#test/support/builders.ts";
import { useLocalTable } from "#test/support/local-table.ts";
import { pay } from "#test/support/payment-builders.ts";
import { scanTable } from "#test/support/scan-table.ts";
import { storedBooking } from "#test/support/stored-booking.ts";

useLocalTable();

it.each([
  [{ name: "Ann" }, { value: "link", optionValue: "" }],
  [{ location: null }, { value: "link", optionValue: "" }],
  [{ location: 7 }, { value: "link", optionValue: "" }],
  [{ location: "Main Street" }, { value: "Main Street", optionValue: "" }],
  [{ location: { value: "link" } }, { value: "link", optionValue: "" }],
  [{ location: { value: "phone", optionValue: "1", x: 1 } }, { value: "phone", optionValue: "1" }],
])("a booking stored with the answers %j has the location %j", (responses, location) => {
  const stored = { ...storedBooking(), responses };
  expect(BookingItem.schema.parse(stored).responses).toEqual({ ...responses, location });
});

it("a payment stored without its ids is read, and its backfill completes it", async () => {
  const host = await makeHost();
  const { userId, id } = await book(host, await makeEventType(host), { start: "2040-03-04T09:00:00Z" });
  const { uid, externalId, fee, appId } = await pay({ bookingId: id, fee: 7, appId: "stripe" });
  const item = (await scanTable()).find((one) => one["entity"] === "booking" && one["id"] === id);
  const [whole] = (await bookingNow({ userId, id })).payment;
  const { amount, currency, success, refunded } = { ...whole };
  const payment = [{ id: whole?.id, amount, currency, success, refunded }];
  await documentClient().send(new PutCommand({ TableName: tableName(), Item: { ...item, payment } }));
  expect((await bookingNow({ userId, id })).payment).toMatchObject([{ uid: "", externalId: "", amount }]);
  const quietly = { isDryRun: false, isAnew: true, itemsPerSecond: 1_000, tell: () => undefined };
  await backfill(OPERATOR, BookingItem, { ...quietly, wait: async () => undefined });
  expect((await getItem(BookingItem, { userId, id }))?.payment).toEqual([whole]);
  expect(whole).toMatchObject({ uid, externalId, fee, appId });
});
