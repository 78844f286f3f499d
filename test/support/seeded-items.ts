import { marshall } from "@aws-sdk/util-dynamodb";
import { placing } from "#lib/bookings/placing.ts";
import { primaryKey } from "#lib/table/entity.ts";
import { SequenceItem } from "#lib/table/ids.ts";
import { oldBooking } from "#test/support/old-booking.ts";

/** How many bookings of whom; hosts are numbered from 1 and take turns. */
export interface Amount {
  bookings: number;
  hosts: number;
}

/**
 * Everything old bookings consist of in the table, one JSON line an item as DynamoDB exports them. Their ids begin at 1.
 */
export function* seededItems({ bookings, hosts }: Amount): Generator<string> {
  for (let at = 0; at < bookings; at += 1) {
    const booking = oldBooking({ id: at + 1, at, userId: (at % hosts) + 1 });
    for (const { item } of placing(booking)) yield line(item.Put?.Item);
  }
  yield line({ ...primaryKey(SequenceItem, { kind: "booking" }), last: bookings });
}

const line = (item: object = {}): string =>
  `${JSON.stringify({ Item: marshall(item, { removeUndefinedValues: true }) })}\n`;
