import { marshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";
import { describe, expect, test } from "vitest";
import { publishEvents, publishRecords } from "#lib/bookings/events/publish.ts";
import { recordEvent } from "#lib/bookings/events/record-event.ts";
import { sweepEvents } from "#lib/bookings/events/sweep.ts";
import type { Caller } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { EventItem, EventKey, eventKey } from "#lib/storage/outbox/entity.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { update } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { transact, writeOne } from "#lib/storage/table/write.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { storedBooking } from "#test/support/builders/stored-booking.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

const aws = useLocalTable();

type Event = Stored<typeof EventItem>;

/** Writes one event for each of `count` bookings of a host. */
async function makeEvents(host: Caller, count: number): Promise<Event[]> {
  const bookings = Array.from({ length: count }, (_, at) =>
    storedBooking({ id: at + 1, userId: host.userId }),
  );
  await transact(bookings.flatMap((booking) => recordEvent("BOOKING_CREATED", booking)));
  return queryAll(EventItem, { userId: host.userId });
}

/** Receives and deletes all messages of the queue. */
async function receivePublished(): Promise<EventKey[]> {
  const keys: EventKey[] = [];
  for (;;) {
    const received = await aws().queues.receive("events", { maxMessages: 10 });
    if (received.length === 0) return keys;
    keys.push(...received.map(({ body }) => EventKey.parse(JSON.parse(body))));
    for (const { receiptHandle } of received) aws().queues.delete("events", receiptHandle);
  }
}

const recordOf = (event: object, eventID = "1"): DynamoDBRecord => ({
  eventID,
  eventName: "INSERT",
  dynamodb: { NewImage: marshall(event) as never, SequenceNumber: eventID },
});
const byBooking = (keys: EventKey[]): number[] =>
  keys.map(({ bookingId }) => bookingId).toSorted((a, b) => a - b);

describe("publishing", () => {
  test("the queue gets the key of each event, and the event is removed from the index of unpublished events", async () => {
    const events = await makeEvents(await makeHost(), 25);
    expect(await publishRecords(events.map((event) => recordOf(event)))).toEqual([]);
    expect(byBooking(await receivePublished())).toEqual(events.map(({ bookingId }) => bookingId));
    const [first] = events;
    const stored = first && (await findItem(EventItem, eventKey(first)));
    expect(first?.unpublished).toBeDefined();
    expect(stored?.unpublished).toBeUndefined();
    setClock(() => Date.now() + 600_000);
    await sweepEvents();
    expect(await receivePublished()).toEqual([]);
  });

  test("an event may be published again", async () => {
    const [event] = await makeEvents(await makeHost(), 1);
    const events = event ? [event] : [];
    const keys = events.map(eventKey);
    expect(await publishEvents(events)).toEqual(new Set());
    expect(await publishEvents(events)).toEqual(new Set());
    expect(await receivePublished()).toEqual([...keys, ...keys]);
  });

  test("a record that is not an event fails separately and is logged without its content", async () => {
    const lines = captureLines();
    const [event] = await makeEvents(await makeHost(), 1);
    const poison = recordOf({ pk: "H#1", sk: "EV#x", secret: "s3cret" }, "2");
    expect(await publishRecords([poison, ...(event ? [recordOf(event)] : [])])).toEqual([poison]);
    expect(await receivePublished()).toHaveLength(1);
    expect(lines()).toMatchObject([
      { event: "record unreadable", recordId: "2" },
      { event: "event published" },
    ]);
    expect(JSON.stringify(lines())).not.toContain("s3cret");
  });
});

test("a sweep publishes events that the stream has not published for five minutes, and no younger ones", async () => {
  const host = await makeHost();
  const events = await makeEvents(host, 9);
  await sweepEvents();
  expect(await receivePublished()).toEqual([]);
  setClock(() => Date.now() + 301_000);
  await makeEvents(await makeHost(), 3);
  await sweepEvents();
  const published = await receivePublished();
  expect(byBooking(published)).toEqual(events.map(({ bookingId }) => bookingId));
  expect(published.every(({ userId }) => userId === host.userId)).toBe(true);
  await sweepEvents();
  expect(await receivePublished()).toEqual([]);
});

test("a sweep fails for an event that can't be read, but publishes the events after it", async () => {
  const { userId, ...host } = await makeHost();
  const [first, ...others] = await makeEvents({ userId, ...host }, 9);
  const shard = first?.unpublished ?? 0;
  const broken = { userId, createdAt: "2020-01-01T00:00:00.000Z", bookingId: 1, sequence: 1 };
  const index = { GSI1pk: `UNPUBLISHED#${shard}`, GSI1sk: broken.createdAt };
  await writeOne(update(EventItem, broken, { set: { payload: 7, ...index } }));
  setClock(() => Date.now() + 301_000);
  await expect(sweepEvents()).rejects.toThrow(AggregateError);
  expect(await receivePublished()).toHaveLength(1 + others.length);
});
