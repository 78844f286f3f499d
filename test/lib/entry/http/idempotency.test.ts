import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { handler as cancelling } from "#functions/bookings/cancel.ts";
import { handler as creating } from "#functions/bookings/create.ts";
import { handler as updating } from "#functions/bookings/update.ts";
import { handler as hooking } from "#functions/webhooks/create.ts";
import { BookingItem } from "#lib/bookings/entity.ts";
import type { Caller } from "#lib/caller.ts";
import { runOnceByKey } from "#lib/entry/http/idempotency.ts";
import { setClock } from "#lib/platform/clock.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { tableClient } from "#lib/storage/table/client.ts";
import { queryAll } from "#lib/storage/table/query.ts";
import { book, bookingRequest, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import type { RequestParts } from "#test/support/calls/gateway-event.ts";
import { type EndpointHandler, invoke } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";

useLocalTable();

const CALLS = 20;
const keyed = (key: string) => ({ "Content-Type": "application/json", "idempotency-key": key });
const replayed = "Idempotency-Replayed";

async function setUp() {
  const host = await makeHost();
  const eventType = await makeEventType(host);
  const ask = (start: string, more: object = {}) => bookingRequest(eventType.id, { start, ...more });
  const call = (handler: EndpointHandler, key: string, parts: RequestParts) =>
    invoke(handler, { caller: host, headers: keyed(key), ...parts });
  const bookings = () => queryAll(BookingItem, { userId: host.userId });
  const events = async () =>
    (await queryAll(EventItem, { userId: host.userId })).map(({ trigger }) => trigger);
  return { host, eventType, ask, call, bookings, events };
}

describe("a call with an Idempotency-Key", () => {
  it("returns the same response again and changes nothing", async () => {
    const { ask, call, bookings, events } = await setUp();
    const body = ask("2030-03-04T09:00:00Z");
    const first = await call(creating, "k-1", { body });
    const again = await call(creating, "k-1", { body });
    expect(first.status).toBe(200);
    expect(first.headers[replayed]).toBeUndefined();
    expect(again.text).toBe(first.text);
    expect([again.headers[replayed], again.headers["ETag"]]).toEqual(["true", first.headers["ETag"]]);
    expect(await bookings()).toHaveLength(1);
    expect(await events()).toEqual(["BOOKING_CREATED"]);
  });

  it("has one effect and one response if it is sent several times concurrently", async () => {
    const { ask, call, bookings, events } = await setUp();
    const body = ask("2030-03-04T09:00:00Z");
    const responses = await Promise.all(Array.from({ length: CALLS }, () => call(creating, "k-1", { body })));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(responses.filter(({ headers }) => headers[replayed] === "true")).toHaveLength(CALLS - 1);
    expect(await bookings()).toHaveLength(1);
    expect(await events()).toEqual(["BOOKING_CREATED"]);
  });

  it("returns the first result even if it was undone since", async () => {
    const { host, eventType, call, bookings } = await setUp();
    const { id } = await book(host, eventType, { start: "2030-03-04T09:00:00Z" });
    const path = { id: String(id) };
    const cancelled = await call(cancelling, "k-1", { path });
    await call(updating, "k-2", { path, body: { status: "ACCEPTED" } });
    const again = await call(cancelling, "k-1", { path });
    expect([again.text, again.headers[replayed]]).toEqual([cancelled.text, "true"]);
    expect((await bookings()).map(({ status }) => status)).toEqual(["ACCEPTED"]);
  });

  it("changes a text once if it is sent several times concurrently", async () => {
    const { host, eventType, call, bookings } = await setUp();
    const { id } = await book(host, eventType, { start: "2030-03-04T09:00:00Z" });
    const parts = { path: { id: String(id) }, body: { title: "Once" } };
    const responses = await Promise.all(Array.from({ length: CALLS }, () => call(updating, "k-1", parts)));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect((await bookings()).map(({ version }) => version)).toEqual([2]);
  });

  it("is recorded even if it changed nothing", async () => {
    const { host, eventType, call } = await setUp();
    const { id } = await book(host, eventType, { start: "2030-03-04T09:00:00Z", title: "Same" });
    const parts = { path: { id: String(id) }, body: { title: "Same" } };
    const first = await call(updating, "k-1", parts);
    await call(updating, "k-2", { path: { id: String(id) }, body: { title: "Other" } });
    const again = await call(updating, "k-1", parts);
    expect([again.text, again.headers[replayed]]).toEqual([first.text, "true"]);
  });

  it("is rejected with a key of another body or query", async () => {
    const { ask, call, bookings } = await setUp();
    const body = ask("2030-03-04T09:00:00Z");
    await call(creating, "k-1", { body });
    const others = [
      await call(creating, "k-1", { body: { ...body, start: "2030-03-05T09:00:00Z" } }),
      await call(creating, "k-1", { body, query: { dry: ["1"] } }),
      await call(creating, "k-1", { body: JSON.stringify(body, null, 1) }),
    ];
    for (const { status, json } of others)
      expect([status, json["code"]]).toEqual([422, "idempotency_key_reused"]);
    expect(await bookings()).toHaveLength(1);
  });

  it("is rejected with a key that was used for another booking", async () => {
    const { host, eventType, call, bookings } = await setUp();
    const [first, second] = [
      await book(host, eventType, { start: "2030-03-04T09:00:00Z", title: "First" }),
      await book(host, eventType, { start: "2030-03-05T09:00:00Z", title: "Second" }),
    ];
    const rename = ({ id }: { id: number }) =>
      call(updating, "k-1", { path: { id: String(id) }, body: { title: "New" } });
    await rename(first);
    const { status, json } = await rename(second);
    expect([status, json["code"]]).toEqual([422, "idempotency_key_reused"]);
    expect((await bookings()).map(({ title }) => title)).toEqual(["New", "Second"]);
  });

  it("has a key that is separate for each caller and endpoint", async () => {
    const { host, eventType, ask, call } = await setUp();
    const stranger = await makeHost();
    const body = ask("2030-03-04T09:00:00Z");
    const { json } = await call(creating, "k-1", { body });
    const foreign = await invoke(creating, { caller: stranger, headers: keyed("k-1"), body });
    expect([foreign.status, foreign.headers[replayed]]).toEqual([404, undefined]);
    const cancelled = await call(cancelling, "k-1", { path: { id: String(json["id"]) } });
    expect([cancelled.status, cancelled.headers[replayed]]).toEqual([200, undefined]);
    expect(eventType.userId).toBe(host.userId);
  });

  it("has a key that is separate for each credential, so that no credential gets a result that it can't access", async () => {
    const { host, eventType } = await setUp();
    const admin = await makeHost("ADMIN");
    const { id } = await book(host, eventType, { start: "2030-03-04T09:00:00Z" });
    const token: Caller = { ...admin, scopes: ["WRITE_BOOKING"], credentialId: "grant-of-an-application" };
    const cancel = (caller: Caller) =>
      invoke(cancelling, { caller, headers: keyed("k-1"), path: { id: String(id) } });
    expect((await cancel(admin)).status).toBe(200);
    expect((await cancel(token)).status).toBe(404);
  });

  it("cancels no series with the key of another request", async () => {
    const { host, eventType, call, bookings } = await setUp();
    const [other, first] = [
      await book(host, eventType, { start: "2030-03-04T09:00:00Z" }),
      await book(host, eventType, { start: "2030-03-05T09:00:00Z", recurringEventId: "series" }),
      await book(host, eventType, { start: "2030-03-06T09:00:00Z", recurringEventId: "series" }),
    ];
    const whole = { path: { id: String(first?.id) }, query: { allRemainingBookings: ["true"] } };
    await call(cancelling, "k-1", { path: { id: String(other?.id) } });
    expect((await call(cancelling, "k-1", whole)).json["code"]).toBe("idempotency_key_reused");
    expect((await bookings()).map(({ status }) => status)).toEqual(["CANCELLED", "ACCEPTED", "ACCEPTED"]);
    const cancelled = await call(cancelling, "k-2", whole);
    const again = await call(cancelling, "k-2", whole);
    expect([again.text, again.headers[replayed]]).toEqual([cancelled.text, "true"]);
  });

  it("may have the key of an expired record that is not yet deleted", async () => {
    const { ask, call } = await setUp();
    await call(creating, "k-1", { body: ask("2030-03-04T09:00:00Z") });
    setClock(() => Date.now() + 25 * 3_600_000);
    const later = await call(creating, "k-1", { body: ask("2030-03-05T09:00:00Z") });
    expect([later.status, later.headers[replayed]]).toEqual([200, undefined]);
  });

  it("does not use up its key if it fails", async () => {
    const { host, eventType, ask, call } = await setUp();
    const other = await book(host, eventType, { start: "2030-03-04T09:00:00Z" });
    const body = ask("2030-03-04T09:00:00Z");
    expect((await call(creating, "k-1", { body })).status).toBe(409);
    await call(cancelling, "k-2", { path: { id: String(other.id) } });
    const later = await call(creating, "k-1", { body });
    expect([later.status, later.headers[replayed]]).toEqual([200, undefined]);
  });

  it("is the same call with another credential in the query", async () => {
    const { ask, call } = await setUp();
    const body = ask("2030-03-04T09:00:00Z");
    await call(creating, "k-1", { body, query: { apiKey: ["one"] } });
    expect((await call(creating, "k-1", { body, query: { apiKey: ["two"] } })).headers[replayed]).toBe(
      "true",
    );
  });

  it("has a key of 1 to 255 characters", async () => {
    const { ask, call } = await setUp();
    for (const key of ["", "x".repeat(256)]) {
      const { status, json } = await call(creating, key, { body: ask("2030-03-04T09:00:00Z") });
      expect(status).toBe(400);
      expect(json["errors"]).toMatchObject([{ pointer: "#/header/Idempotency-Key" }]);
    }
    expect((await call(creating, "x".repeat(255), { body: ask("2030-03-04T09:00:00Z") })).status).toBe(200);
  });

  it("fails if its recorded result does not match the schema", async () => {
    const { host: caller } = await setUp();
    const call = { caller, key: "k-1", request: [] };
    const text = z.object({ count: z.string() });
    await runOnceByKey({ ...call, spec: { id: "count", result: text } }, async () => ({ count: "1" }));
    const number = z.object({ count: z.int() });
    const again = runOnceByKey({ ...call, spec: { id: "count", result: number } }, async () => ({
      count: 1,
    }));
    await expect(again).rejects.toThrow(z.ZodError);
  });

  it("returns a secret again, although the table contains neither the secret nor the key", async () => {
    const { call } = await setUp();
    const body = { subscriberUrl: "https://example.com/hook", eventTriggers: ["BOOKING_CREATED"] };
    const first = await call(hooking, "find-me-if-you-can", { body });
    const again = await call(hooking, "find-me-if-you-can", { body });
    expect([again.text, again.headers[replayed]]).toEqual([first.text, "true"]);
    const { secret } = (first.json as { webhook: { secret: string } }).webhook;
    const { Items = [] } = await tableClient().send(
      new ScanCommand({
        TableName: process.env["TABLE_NAME"],
      }),
    );
    const stored = JSON.stringify(Items);
    expect(secret).toMatch(/^whsec_/);
    expect(stored.includes(secret)).toBe(false);
    expect(stored.includes("find-me-if-you-can")).toBe(false);
  });
});
