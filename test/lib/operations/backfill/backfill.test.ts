import { isDeepStrictEqual } from "node:util";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { cancelBooking } from "#lib/bookings/cancel.ts";
import { BookingItem } from "#lib/bookings/entity.ts";
import { SeatedTimeItem } from "#lib/calendar/claims/seats.ts";
import { OPERATOR } from "#lib/caller.ts";
import { backfill } from "#lib/operations/backfill/backfill.ts";
import { checkClaims } from "#lib/operations/doctor/check-claims.ts";
import { tableClient, tableName } from "#lib/storage/table/client.ts";
import { DUE_INDEX } from "#lib/storage/table/due.ts";
import { entity } from "#lib/storage/table/entity.ts";
import { put, update } from "#lib/storage/table/operations.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { writeOne } from "#lib/storage/table/write.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { beforeNextUpdate } from "#test/support/table/before-next-call.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { scanTable } from "#test/support/table/scan-table.ts";
import { deleteAllItems, key, oldRoom, optionsWith, putRaw, Room } from "./rooms.ts";

useLocalTable();

const stored = async (id: number) => (await scanTable()).find(({ pk }) => pk === key(id).pk);
const isJsonOf = (value: unknown) => (text: string) => isDeepStrictEqual(JSON.parse(text), value);

const STARTS = ["2030-03-04T09:00:00.000Z", "2030-03-05T09:00:00.000Z"] as const;

beforeEach(deleteAllItems);

describe("a backfill", () => {
  it("rewrites items of an older format, and changes no other item", async () => {
    await oldRoom(1, { unknown: "stays" });
    await writeOne(put(Room, { id: 2, name: "Room 2", floor: 3, chairs: [{ id: 1 }] }));
    await putRaw({ pk: "HALL#1", sk: "#", entity: "hall", id: 1, name: "Room 1", chairs: [] });
    const before = await scanTable();
    const { counts } = await backfill(OPERATOR, Room, optionsWith());
    expect(counts).toEqual({ read: expect.any(Number), found: 2, rewritten: 1, unreadable: 0 });
    const chairs = { 1: expect.toSatisfy(isJsonOf({ id: 1, colour: "red" })) };
    const form = { floor: 0, chairs, GSI2pk: "FLOOR#0", GSI2sk: "Room 1" };
    const after = before.map((item) => (item["pk"] === "ROOM#1" ? { ...item, ...form } : item));
    expect(await scanTable()).toEqual(after);
    expect(await queryAll(Room, { floor: 0 }, { index: "GSI2" })).toHaveLength(1);
    expect((await backfill(OPERATOR, Room, optionsWith())).counts.rewritten).toBe(0);
  });

  it("moves values that have no attribute to the JSON text", async () => {
    const Shelf = entity({
      name: "shelf",
      key: { pk: "SHELF#{id}", sk: "#" },
      attributes: ["id"],
      schema: z.object({ id: z.int(), label: z.string(), books: z.array(z.object({ id: z.int() })) }),
    });
    const item = { pk: "SHELF#1", sk: "#", entity: "shelf", id: 1, unknown: "stays" };
    await putRaw({ ...item, label: "A", books: [{ id: 1, pages: 9 }] });
    for (const rewritten of [1, 0])
      expect((await backfill(OPERATOR, Shelf, optionsWith())).counts).toMatchObject({ found: 1, rewritten });
    const json = expect.toSatisfy(isJsonOf({ label: "A", books: [{ id: 1, pages: 9 }], form: 1 }));
    expect(await scanTable()).toEqual([{ ...item, json }]);
  });

  it.each([{}, { version: 1 }])("keeps a concurrent change of an item with %o", async (more) => {
    await oldRoom(1, more);
    const add = Object.fromEntries(Object.keys(more).map((name) => [name, 1]));
    beforeNextUpdate(() => writeOne(update(Room, { id: 1 }, { set: { name: "Other" }, add })));
    await backfill(OPERATOR, Room, optionsWith());
    expect(await stored(1)).toMatchObject({ name: "Other", floor: 0, GSI2pk: "FLOOR#0", GSI2sk: "Other" });
  });

  it("uses the index key of a concurrent change", async () => {
    await oldRoom(1);
    beforeNextUpdate(() => writeOne(update(Room, { id: 1 }, { set: { floor: 4 } })));
    await backfill(OPERATOR, Room, optionsWith());
    expect(await stored(1)).toMatchObject({ floor: 4, GSI2pk: "FLOOR#4" });
  });

  it("does not restore an item that is deleted concurrently", async () => {
    await oldRoom(1);
    beforeNextUpdate(() => tableClient().send(new DeleteCommand({ TableName: tableName(), Key: key(1) })));
    await backfill(OPERATOR, Room, optionsWith());
    expect(await stored(1)).toBeUndefined();
  });

  it("returns the reasons for unreadable items, without values, and continues", async () => {
    await oldRoom(1, { name: 17 });
    await oldRoom(2);
    const { counts, examples } = await backfill(OPERATOR, Room, optionsWith());
    expect(counts).toMatchObject({ found: 2, rewritten: 1, unreadable: 1 });
    expect(examples).toEqual([{ ...key(1), reason: expect.stringMatching(/^name: (?!.*17)/) }]);
  });

  it("counts all unreadable items, and returns the first 20", async () => {
    await Promise.all(Array.from({ length: 21 }, (_, at) => oldRoom(at + 1, { name: 17 })));
    const { counts, examples } = await backfill(OPERATOR, Room, optionsWith());
    expect([counts.unreadable, examples.length]).toEqual([21, 20]);
  });

  it("does not change the time of a postponed item in the due index", async () => {
    const Errand = entity({
      name: "errand",
      key: { pk: "ERRAND#{id}", sk: "#" },
      indexes: { GSI1: { pk: DUE_INDEX, sk: "{wakesAt}#{id}" } },
      schema: z.object({ id: z.int(), due: z.string(), wakesAt: z.string() }),
    });
    await writeOne(put(Errand, { id: 1, due: "errands-1", wakesAt: "2026-01-05T09:00:00.000Z" }));
    await putRaw({ ...(await scanTable())[0], GSI1sk: "2026-01-05T09:05:00.000Z#1" });
    expect((await backfill(OPERATOR, Errand, optionsWith())).counts).toMatchObject({
      found: 1,
      rewritten: 0,
    });
  });

  it("does not change expired items", async () => {
    await oldRoom(1, { ttl: 1 });
    expect((await backfill(OPERATOR, Room, optionsWith())).counts).toMatchObject({ found: 1, rewritten: 0 });
  });
});

it("a backfill of bookings adds their names to slots of an earlier format", async () => {
  const host = await makeHost();
  const eventType = await makeEventType(host, { seatsPerTimeSlot: 3 });
  const bookings = await Promise.all([...STARTS, ...STARTS].map((start) => book(host, eventType, { start })));
  for (const { id, userId, claim } of bookings)
    await writeOne(
      update(SeatedTimeItem, { userId, slot: claim?.slot ?? "" }, { remove: [`booking:${id}`] }),
    );
  const [cancelled] = bookings;
  if (cancelled) await cancelBooking(host, cancelled, {});
  expect(await backfill(OPERATOR, BookingItem, optionsWith({ isDryRun: true }))).toMatchObject({
    counts: { rewritten: 3 },
  });
  expect(await checkClaims(OPERATOR, host.userId)).toHaveLength(2);
  expect(await backfill(OPERATOR, BookingItem, optionsWith())).toMatchObject({ counts: { rewritten: 3 } });
  expect(await checkClaims(OPERATOR, host.userId)).toEqual([]);
  expect(await backfill(OPERATOR, BookingItem, optionsWith())).toMatchObject({ counts: { rewritten: 0 } });
});
