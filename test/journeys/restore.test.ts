import { rmSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@almanac/local-cloud/testing/local-aws.ts";
import { expect, it, vi } from "vitest";
import * as z from "zod";
import { bookingRequest, makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { clientOf } from "#test/support/calls/api-client.ts";
import { useCloudEnvironment } from "#test/support/cloud/cloud.ts";
import { type CloudProcess, startCloudProcess } from "#test/support/cloud/cloud-process.ts";
import { run, runJson } from "#test/support/command-line/command-line.ts";
import { type Receiver, startReceiver } from "#test/support/network/receiver.ts";

const Booked = z.object({ id: z.int(), attendees: z.array(z.object({ id: z.int() })).min(1) });
const Created = z.object({ webhook: z.object({ id: z.string() }) });
const Sent = z.object({ triggerEvent: z.string(), payload: z.object({ bookingId: z.int() }) });
/** Days of the bookings that are lost. They use more ids than a function reserves in one call. */
const DAYS_LOST = [2, 3, 4, 5, 6, 7];
const day = (at: number): string => `2031-04-0${at}T09:00:00Z`;

/** Returns the calls of a host to a running service. */
function hostOf({ baseUrl }: CloudProcess, key: string, eventTypeId: number) {
  const send = clientOf(baseUrl);
  return {
    call: (method: "GET" | "POST" | "DELETE", path: string, body?: object) =>
      send({ method, path, key, ...(body && { body }) }),
    book: (start: string) =>
      send({ method: "POST", path: "/bookings", key, body: bookingRequest(eventTypeId, { start }) }),
  };
}

const eventsAt = ({ received }: Receiver): string[] =>
  received.map(({ body }) => {
    const { triggerEvent, payload } = Sent.parse(JSON.parse(body));
    return `${triggerEvent} ${payload.bookingId}`;
  });
const PATIENCE = { timeout: 60_000, interval: 100 };
const expectEvent = (receiver: Receiver, event: string): Promise<void> =>
  expect.poll(() => eventsAt(receiver), PATIENCE).toContain(event);

it("a service whose table is lost continues with its backup: keys, conflicts and events work, and no id is used twice", async () => {
  const directory = temporaryDirectory();
  vi.stubEnv("LOCAL_DIR", directory);
  const backup = join(directory, "almanac.jsonl");
  const receiver = await startReceiver();
  const first = await startCloudProcess(directory);
  useCloudEnvironment(first);
  const { caller, key } = await makeUserWithKey();
  const { id: eventTypeId } = await makeEventType(caller);
  const before = hostOf(first, key, eventTypeId);
  const eventTriggers = ["BOOKING_CREATED", "BOOKING_CANCELLED"];
  const webhook = { subscriberUrl: receiver.url, eventTriggers };
  const created = await before.call("POST", "/webhooks", webhook);
  const { id: webhookId } = Created.parse(created.json).webhook;
  const kept = Booked.parse((await before.book(day(1))).json);
  await expectEvent(receiver, `BOOKING_CREATED ${kept.id}`);
  // A delivery that the backup contains as pending would be sent again after the restore.
  const delivered = async () =>
    (await before.call("GET", `/webhooks/${webhookId}/deliveries?status=delivered`)).json["deliveries"];
  await expect.poll(delivered, PATIENCE).toHaveLength(1);

  const { backup: written } = z
    .object({ backup: z.object({ items: z.int() }) })
    .parse(await runJson(`backup export ${backup}`));
  let lost = kept;
  for (const at of DAYS_LOST) lost = Booked.parse((await before.book(day(at))).json);
  await expectEvent(receiver, `BOOKING_CREATED ${lost.id}`);
  expect(await first.stop()).toBe(0);
  for (const file of ["table.db", "table.db-wal", "table.db-shm"])
    rmSync(join(directory, file), { force: true });

  const second = await startCloudProcess(directory);
  useCloudEnvironment(second);
  const after = hostOf(second, key, eventTypeId);
  expect((await after.call("GET", "/bookings")).status).toBe(401);
  expect(await runJson(`backup restore ${backup}`)).toMatchObject({ backup: written });
  await runJson("backup skip-ids --count 1000");

  expect((await after.call("GET", `/bookings/${kept.id}`)).status).toBe(200);
  expect((await after.call("GET", `/bookings/${lost.id}`)).status).toBe(404);
  const conflict = await after.book(day(1));
  expect([conflict.status, conflict.json]).toMatchObject([409, { code: "no_available_users_found_error" }]);
  const next = Booked.parse((await after.book(day(2))).json);
  expect(next.id).toBeGreaterThan(lost.id);
  expect(next.attendees[0]?.id).toBeGreaterThan(lost.attendees[0]?.id ?? 0);
  await expectEvent(receiver, `BOOKING_CREATED ${next.id}`);
  expect((await after.call("DELETE", `/bookings/${kept.id}/cancel`)).status).toBe(200);
  await expectEvent(receiver, `BOOKING_CANCELLED ${kept.id}`);
  expect((await after.book(day(1))).status).toBe(200);
  expect(new Set(eventsAt(receiver)).size).toBe(receiver.received.length);

  expect((await run("doctor claims")).code).toBe(0);
  expect((await run("bookings recount")).code).toBe(0);
  expect(await second.stop()).toBe(0);
});
