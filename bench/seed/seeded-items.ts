import { marshall } from "@aws-sdk/util-dynamodb";
import type { StoredBooking } from "#lib/bookings/entity.ts";
import { placing } from "#lib/bookings/placing.ts";
import { SequenceItem } from "#lib/table/ids.ts";
import { put } from "#lib/table/operations.ts";
import { storedBooking } from "#test/support/stored-booking.ts";

const HOUR = 3_600_000;
const FIRST_START = Date.UTC(2050, 0, 1);
/** Long ago, so that nothing can come between these any more. */
const CREATED_AT = "2026-01-05T09:00:00.000Z";

/** How many bookings of whom; hosts are numbered from 1 and take turns. */
export interface Amount {
  bookings: number;
  hosts: number;
}

/** Everything bookings consist of in the table, one JSON line an item as DynamoDB exports them. Needs TABLE_NAME. */
export function* seededItems({ bookings, hosts }: Amount): Generator<string> {
  const model = { ...storedBooking(), claim: null, createdAt: CREATED_AT, updatedAt: CREATED_AT };
  for (let id = 1; id <= bookings; id += 1)
    for (const { item } of placing(seeded(model, id, 1 + (id % hosts)))) yield line(item.Put?.Item);
  yield line(put(SequenceItem, { kind: "booking", last: bookings } as never).item.Put?.Item);
}

function seeded(model: StoredBooking, id: number, userId: number): StoredBooking {
  const start = FIRST_START + id * HOUR;
  return {
    ...model,
    id,
    userId,
    uid: `seeded${String(id).padStart(16, "0")}`,
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + HOUR / 2).toISOString(),
    idempotencyKey: null,
  };
}

const line = (item: object = {}): string =>
  `${JSON.stringify({ Item: marshall(item, { removeUndefinedValues: true }) })}\n`;
