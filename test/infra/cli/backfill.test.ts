import { spawn } from "node:child_process";
import { once } from "node:events";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { listEntities } from "#infra/entities.ts";
import { BookingItem, type StoredBooking } from "#lib/bookings/entity.ts";
import { updateBooking } from "#lib/bookings/update.ts";
import { BookingUpdate } from "#lib/bookings/update-schema.ts";
import type { Caller } from "#lib/caller.ts";
import { fanOutEvents } from "#lib/delivery/deliveries/fan-out.ts";
import { upgradeItem } from "#lib/operations/backfill/backfill.ts";
import { BackfillItem } from "#lib/operations/backfill/entity.ts";
import { tableClient, tableName } from "#lib/storage/table/client.ts";
import { fromStored } from "#lib/storage/table/item-format.ts";
import { findItem } from "#lib/storage/table/read.ts";
import type { RawItem } from "#lib/storage/table/scan.ts";
import { addAttendee, addReference, getStoredBooking } from "#test/support/builders/booking-parts.ts";
import { book, makeEventType, makeHost, makeKey } from "#test/support/builders/builders.ts";
import { makeEvent } from "#test/support/builders/event-builders.ts";
import { makeClient, makeTokens, refresh } from "#test/support/builders/oauth.ts";
import { pay } from "#test/support/builders/payment-builders.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { run, runJson, targetOf, useLocalDirectory } from "#test/support/command-line/command-line.ts";
import { beforeNextUpdate } from "#test/support/table/before-next-call.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { scanTable } from "#test/support/table/scan-table.ts";

const aws = useLocalTable();
beforeEach(() => {
  useLocalDirectory(targetOf(aws().url));
});

const Report = z.object({ backfill: z.object({ found: z.int(), rewritten: z.int(), unreadable: z.int() }) });
const backfill = async (args: string) => Report.parse(await runJson(`backfill run ${args}`)).backfill;
const rawBookings = async () => (await scanTable()).filter((item) => item["entity"] === "booking");

let hour = 0;
async function makeBooking(): Promise<{ host: Caller; booking: StoredBooking }> {
  const host = await makeHost();
  hour += 1;
  const start = new Date(Date.UTC(2031, 0, 1, hour)).toISOString();
  return { host, booking: await book(host, await makeEventType(host), { start }) };
}

/** Stores a booking in an older format: with lists instead of maps, and without JSON. */
async function storeInOldFormat({ userId, id }: { userId: number; id: number }): Promise<RawItem> {
  const item = (await rawBookings()).find((one) => one["userId"] === userId && one["id"] === id) ?? {};
  const old = fromStored(BookingItem, item);
  await tableClient().send(new PutCommand({ TableName: tableName(), Item: old }));
  return item;
}

it("items that the service writes are in the current format, for every kind", async () => {
  const { host, booking } = await makeBooking();
  await addAttendee(host, booking);
  await addReference(host, booking);
  await pay({ bookingId: booking.id, success: true });
  const seats = await makeEventType(host, { seatsPerTimeSlot: 3 });
  const start = "2031-06-01T09:00:00Z";
  await book(host, seats, { start, recurringEventId: "series" });
  await updateBooking(host, { id: booking.id }, BookingUpdate.parse({ status: "CANCELLED" }));
  await makeWebhook(host);
  await fanOutEvents([await makeEvent(host)]);
  await makeKey(host, { note: "laptop" });
  const client = await makeClient();
  await refresh(client, (await makeTokens(host, client)).refresh_token ?? "");
  await runJson("seed demo");
  await runJson("keys rotate");
  const entities = new Map((await listEntities()).map((entity) => [entity.name, entity]));
  const items = await scanTable();
  expect(new Set(items.map(({ entity }) => entity)).size).toBeGreaterThan(30);
  for (const item of items) {
    const entity = entities.get(String(item["entity"]));
    if (!entity) throw new Error(`no file declares ${item["entity"]}`);
    expect(await upgradeItem(entity, item, { isDryRun: true }), entity.name).toBe("unchanged");
  }
});

describe("bookings in an older format", () => {
  it("are rewritten under the same key with the same content", async () => {
    const { booking } = await makeBooking();
    const item = await storeInOldFormat(booking);
    const other = (await scanTable()).filter(({ pk, sk }) => pk !== item["pk"] || sk !== item["sk"]);
    const before = await getStoredBooking(booking);
    expect(await backfill("booking --dry-run")).toMatchObject({ rewritten: 1 });
    expect(await backfill("booking")).toMatchObject({ rewritten: 1 });
    expect(await getStoredBooking(booking)).toEqual(before);
    const after = await scanTable();
    const upgraded = after.find(({ pk, sk }) => pk === item["pk"] && sk === item["sk"]) ?? {};
    expect(Object.keys(upgraded).toSorted()).toEqual(Object.keys(item).toSorted());
    expect(fromStored(BookingItem, upgraded)).toEqual(fromStored(BookingItem, item));
    expect(after).toEqual(expect.arrayContaining(other));
    expect(after).toHaveLength(other.length + 1);
  });

  it("keep concurrent changes of their host", async () => {
    const { host, booking } = await makeBooking();
    await storeInOldFormat(booking);
    const changes = BookingUpdate.parse({ status: "CANCELLED", title: "Other" });
    beforeNextUpdate(() => updateBooking(host, { id: booking.id }, changes));
    const item = (await rawBookings()).find(({ id }) => id === booking.id) ?? {};
    expect(await upgradeItem(BookingItem, item, { isDryRun: false })).toBe("unchanged");
    expect(await getStoredBooking(booking)).toMatchObject({ status: "CANCELLED", title: "Other" });
    expect(await backfill("booking --dry-run")).toMatchObject({ rewritten: 0 });
  });

  it("are all rewritten by a second run after the first one was killed", async () => {
    const bookings = await Promise.all(Array.from({ length: 12 }, makeBooking));
    for (const { booking } of bookings) await storeInOldFormat(booking);
    const rate = ["--items-per-second", "20"];
    const child = spawn(process.execPath, ["infra/cli/main.ts", "backfill", "run", "booking", ...rate]);
    await vi.waitFor(
      async () =>
        expect((await findItem(BackfillItem, { kind: "booking" }))?.counts.rewritten).toBeGreaterThan(0),
      { timeout: 60_000 },
    );
    child.kill("SIGKILL");
    await once(child, "exit");
    const listed = await run("backfill list");
    expect(listed.out).toMatch(/^booking +\d{4}-.*of 4/m);
    expect(await backfill("booking --items-per-second 100000")).toMatchObject({ unreadable: 0 });
    const lists = (await rawBookings()).filter((item) => Array.isArray(item["attendees"]));
    expect(lists).toEqual([]);
    expect((await run("backfill list")).out).not.toContain("of 4");
  });
});

describe("backfill run", () => {
  it("lists items that do not match the schema, and fails", async () => {
    const item = { pk: "TM#999", sk: "#", entity: "team", id: 999 };
    await tableClient().send(new PutCommand({ TableName: tableName(), Item: item }));
    const { code, err } = await run("backfill run team");
    expect(code).toBe(1);
    expect(err).toMatch(/^Some items do not match the schema. The first are:\nTM#999 #: name: /);
  });

  it("rejects an unknown kind and the rate 0", async () => {
    expect(await run("backfill run nonsense")).toMatchObject({ code: 2 });
    expect(await run("backfill run booking --items-per-second 0")).toMatchObject({ code: 2 });
  });
});
