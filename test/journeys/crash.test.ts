import { temporaryDirectory } from "@almanac/local-cloud/testing/local-aws.ts";
import { expect, it } from "vitest";
import * as z from "zod";
import { bookingRequest, makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { clientOf } from "#test/support/calls/api-client.ts";
import { useCloudEnvironment } from "#test/support/cloud/cloud.ts";
import { startCloudProcess } from "#test/support/cloud/cloud-process.ts";
import type { ApiResponse } from "#test/support/documents/api-document.ts";
import { type Received, startReceiver } from "#test/support/network/receiver.ts";

const CREATES = 200;
const AT_ONCE = 20;
const FIRST_START = Date.UTC(2031, 0, 1);
const HOUR = 3_600_000;

const Created = z.object({ id: z.int() });
const Listed = z.object({ bookings: z.array(Created) });
const Delivered = z.object({ payload: z.object({ bookingId: z.int() }) });

/** Runs jobs, a number of them concurrently, and returns the results of those that don't throw. */
async function runJobs<T>(jobs: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  const queue = jobs.values();
  const work = async (): Promise<void> => {
    for (const job of queue)
      await job().then(
        (result) => results.push(result),
        () => undefined,
      );
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

const deliveredIds = (received: readonly Received[]): Set<number> =>
  new Set(received.map(({ body }) => Delivered.parse(JSON.parse(body)).payload.bookingId));

it("a killed service keeps every acknowledged booking, and sends the events of exactly the stored bookings", async () => {
  const directory = temporaryDirectory();
  const receiver = await startReceiver();
  const first = await startCloudProcess(directory);
  useCloudEnvironment(first);
  const { caller, key } = await makeUserWithKey();
  const { id: eventTypeId } = await makeEventType(caller);
  const send = clientOf(first.baseUrl);
  const webhook = { subscriberUrl: receiver.url, eventTriggers: ["BOOKING_CREATED"] };
  expect((await send({ method: "POST", path: "/webhooks", key, body: webhook })).status).toBe(200);

  let acknowledged = 0;
  let killed: Promise<void> | undefined;
  const create = (at: number) => async (): Promise<ApiResponse> => {
    const start = new Date(FIRST_START + at * HOUR).toISOString();
    const response = await send({
      method: "POST",
      path: "/bookings",
      key,
      body: bookingRequest(eventTypeId, { start }),
    });
    acknowledged += 1;
    if (acknowledged === CREATES / 2) killed = first.kill();
    return response;
  };
  const responses = await runJobs(Array.from({ length: CREATES }, (_, at) => create(at)));
  await killed;
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(responses.length).toBeGreaterThanOrEqual(CREATES / 2);
  expect(responses.length).toBeLessThan(CREATES);

  const second = await startCloudProcess(directory);
  const { json } = await clientOf(second.baseUrl)({ method: "GET", path: "/bookings", key });
  const stored = new Set(Listed.parse(json).bookings.map(({ id }) => id));
  const lost = responses
    .map(({ json: booking }) => Created.parse(booking).id)
    .filter((id) => !stored.has(id));
  expect(lost).toEqual([]);

  await expect
    .poll(() => stored.difference(deliveredIds(receiver.received)), { timeout: 60_000, interval: 100 })
    .toEqual(new Set());
  expect(deliveredIds(receiver.received)).toEqual(stored);
  expect(await second.stop()).toBe(0);
});
