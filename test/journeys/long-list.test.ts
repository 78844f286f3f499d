import { beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { BookingItem } from "#lib/bookings/entity.ts";
import { put } from "#lib/storage/table/operations.ts";
import { transact } from "#lib/storage/table/write.ts";
import { book, makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { clientOf } from "#test/support/calls/api-client.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";

const cloud = useSharedCloud();

const COUNT = 250;
/** Bookings per transaction, of at most 4 MB and 100 items. Each has an audit entry. */
const PER_TRANSACTION = 30;
const FIRST_ID = 5_000;
/** Largest buffered response of Lambda, in bytes. */
const LARGEST_BUFFERED = 6 * 1024 * 1024;

const Listed = z.object({ bookings: z.array(z.object({ id: z.int() })) });
let key = "";
const list = async () => {
  const answer = await clientOf(cloud().baseUrl)({ method: "GET", path: "/bookings", key });
  return { ...answer, ids: Listed.parse(answer.json).bookings.map(({ id }) => id) };
};
const ids = (from: number, count: number) => Array.from({ length: count }, (_, at) => FIRST_ID + from + at);

beforeAll(async () => {
  const host = await makeUserWithKey();
  key = host.key;
  const eventType = await makeEventType(host.caller);
  const first = await book(host.caller, eventType, { start: "2031-03-03T09:00:00Z" });
  const metadata = { note: "x".repeat(30_000) };
  const copies = ids(0, COUNT).map((id) => ({ ...first, id, metadata }));
  for (let at = 0; at < COUNT; at += PER_TRANSACTION)
    await transact(copies.slice(at, at + PER_TRANSACTION).map((copy) => put(BookingItem, copy)));
});

it("a list larger than a buffered response of Lambda is complete and sorted", async () => {
  const { status, text, ids: all } = await list();
  expect(status).toBe(200);
  expect(text.length).toBeGreaterThan(LARGEST_BUFFERED);
  expect(all.slice(1)).toEqual(ids(0, COUNT));
});
