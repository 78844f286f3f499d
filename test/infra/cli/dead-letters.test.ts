import { beforeEach, expect, test } from "vitest";
import { updateText } from "#lib/bookings/update.ts";
import { OPERATOR } from "#lib/caller.ts";
import { setClock } from "#lib/platform/clock.ts";
import { listAuditTrail } from "#lib/storage/audit/list.ts";
import { EventItem } from "#lib/storage/outbox/entity.ts";
import { findItem } from "#lib/storage/table/read.ts";
import { book, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { makeEvent } from "#test/support/builders/event-builders.ts";
import { run, runJson, targetOf, useLocalDirectory } from "#test/support/command-line/command-line.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { publishAll } from "#test/support/table/publish-all.ts";

const aws = useLocalTable();
beforeEach(() => {
  useLocalDirectory(targetOf(aws().url));
});

const waiting = (queue: string): number => aws().queues.counts(queue).visible;
const dead = (queue: string, body: string) =>
  aws().queues.send(queue, { body, ...(queue.endsWith(".fifo") && { groupId: "g", deduplicationId: body }) });
const QUEUES = [
  ["events", "event-dead-letters", "events"],
  ["deliveries", "delivery-dead-letters.fifo", "deliveries.fifo"],
  ["timers", "timer-dead-letters", "timers"],
  ["calendar-writes", "calendar-write-dead-letters.fifo", "calendar-writes.fifo"],
  ["payments", "payment-dead-letters", "payments"],
] as const;

test.each(QUEUES)("dead letters of %s are counted, shown and sent back", async (name, letters, queue) => {
  dead(letters, '{"secret":"one"}');
  dead(letters, "no JSON");
  expect(await runJson("dead-letters list")).toMatchObject({
    dead_letters: expect.arrayContaining([{ queue: name, messages: 2 }]),
  });
  expect((await run("dead-letters list")).out).not.toContain("secret");
  expect(await runJson(`dead-letters show ${name}`)).toEqual({
    dead_letters: [
      expect.objectContaining({ receives: 1, reason: null, body: { secret: "one" } }),
      expect.objectContaining({ body: "no JSON" }),
    ],
  });
  expect(waiting(letters)).toBe(2);
  const dry = await runJson(`dead-letters redrive ${name} --dry-run`);
  expect(dry).toEqual({ redrives: [{ queue: name, messages: 2, moved: 0, failure: null }] });
  expect([waiting(letters), waiting(queue)]).toEqual([2, 0]);
  const { out } = await run(`dead-letters redrive ${name}`);
  expect(out).not.toContain("secret");
  expect([waiting(letters), waiting(queue)]).toEqual([0, 2]);
  expect((await run(`dead-letters redrive ${name}`)).err).toContain("Nothing was moved.");
});

test("events that the stream reader could not publish are published, and its messages are deleted", async () => {
  const key = await makeEvent(await makeHost());
  setClock(() => Date.now() + 301_000);
  dead("stream-dead-letters", '{"DDBStreamBatchInfo":{"shardId":"shard"}}');
  const before = waiting("events");
  expect(await runJson("dead-letters redrive stream")).toEqual({
    redrives: [{ queue: "stream", messages: 1, moved: 1, failure: null }],
  });
  expect([waiting("stream-dead-letters"), waiting("events")]).toEqual([0, before + 1]);
  expect((await findItem(EventItem, key))?.unpublished).toBeUndefined();
});

test("an audit entry that the stream reader could not write is written once", async () => {
  const host = await makeHost();
  const { id } = await book(host, await makeEventType(host), { start: "2031-03-03T09:00:00Z" });
  await updateText(host.userId, id, { title: "Other words" });
  await publishAll();
  const actions = async () => {
    const { read } = listAuditTrail(OPERATOR, { resource: "booking", resourceId: String(id) });
    const entries = (await Array.fromAsync(read({}))).flat();
    return entries.map(({ changes }) => changes[0]?.action);
  };
  expect(await actions()).toEqual(["created"]);
  for (const _ of ["once", "again"]) {
    dead("stream-dead-letters", '{"DDBStreamBatchInfo":{"shardId":"shard"}}');
    await runJson("dead-letters redrive stream");
  }
  expect(await actions()).toEqual(["changed", "created"]);
});

test("a message that arrives during the scan remains in the queue", async () => {
  dead("stream-dead-letters", '{"DDBStreamBatchInfo":{"shardId":"shard"}}');
  const earlier = Date.now() - 1_000;
  setClock(() => earlier);
  expect(await runJson("dead-letters redrive stream")).toMatchObject({
    redrives: [{ queue: "stream", messages: 1, moved: 0, failure: null }],
  });
  expect(aws().queues.counts("stream-dead-letters")).toMatchObject({ visible: 1 });
  setClock(Date.now);
  await runJson("dead-letters redrive stream");
});

test("`redrive all` redrives all queues and prints the result of each", async () => {
  dead("timer-dead-letters", "{}");
  dead("payment-dead-letters", "{}");
  const before = [waiting("timers"), waiting("payments")].map((count) => count + 1);
  const { redrives } = await runJson("dead-letters redrive all");
  const nothing = { messages: 0, moved: 0, failure: null };
  const one = { messages: 1, moved: 1, failure: null };
  expect(redrives).toEqual([
    { queue: "events", ...nothing },
    { queue: "deliveries", ...nothing },
    { queue: "timers", ...one },
    { queue: "calendar-writes", ...nothing },
    { queue: "payments", ...one },
    { queue: "calendars", ...nothing },
    { queue: "stream", ...nothing },
  ]);
  expect([waiting("timers"), waiting("payments")]).toEqual(before);
});

test("if one queue fails, the others are redriven and all results are printed", async () => {
  dead("timer-dead-letters", "{}");
  const target = targetOf(aws().url);
  const PaymentsQueueUrl = `${aws().url}/000000000000/another`;
  useLocalDirectory({ ...target, outputs: { ...target.outputs, PaymentsQueueUrl } });
  dead("payment-dead-letters", "{}");
  const { code, out } = await run("dead-letters redrive all --json");
  expect(code).toBe(1);
  expect(JSON.parse(out).redrives).toMatchObject([
    {},
    {},
    { queue: "timers", moved: 1, failure: null },
    {},
    { queue: "payments", moved: 0, failure: expect.stringMatching(/^QueueDoesNotExist: /) },
    { queue: "calendars", failure: null },
    { queue: "stream", failure: null },
  ]);
});

test("an unknown queue is rejected", async () => {
  expect(await run("dead-letters show others")).toMatchObject({
    code: 2,
    err: expect.stringContaining("Allowed choices"),
  });
});
