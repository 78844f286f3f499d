import { expect, it } from "vitest";
import * as z from "zod";
import { bookingRequest, makeEventType, makeUserWithKey } from "#test/support/builders/builders.ts";
import { clientOf } from "#test/support/calls/api-client.ts";
import { useCloudEnvironment } from "#test/support/cloud/cloud.ts";
import { startCloudProcess } from "#test/support/cloud/cloud-process.ts";
import { temporaryDirectory } from "#test/support/cloud/local-aws.ts";
import type { ApiResponse } from "#test/support/documents/api-document.ts";
import { type Received, startReceiver } from "#test/support/network/receiver.ts";

const CREATES = 200;
const AT_ONCE = 20;
const FIRST_START = Date.UTC(2031, 0, 1);
const HOUR = 3_600_000;

const Created = z.object({ id: z.int() });
const Listed = z.object({ bookings: z.array(Created) });
const Delivered = z.object({ payload: z.object({ bookingId: z.int() }) });

/** Runs jobs, so many at once; those that throw are left out of the answer. */
async function settled<T>(jobs: readonly (() => Promise<T>)[]): Promise<T[]> {
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

it("keeps every acknowledged booking when killed, delivers every one's event, and no event without its booking", async () => {
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
    const answer = await send({
      method: "POST",
      path: "/bookings",
      key,
      body: bookingRequest(eventTypeId, { start }),
    });
    acknowledged += 1;
    if (acknowledged === CREATES / 2) killed = first.kill();
    return answer;
  };
  const answers = await settled(Array.from({ length: CREATES }, (_, at) => create(at)));
  await killed;
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(answers.length).toBeGreaterThanOrEqual(CREATES / 2);
  expect(answers.length).toBeLessThan(CREATES);

  const second = await startCloudProcess(directory);
  const { json } = await clientOf(second.baseUrl)({ method: "GET", path: "/bookings", key });
  const kept = new Set(Listed.parse(json).bookings.map(({ id }) => id));
  const lost = answers.map(({ json: booking }) => Created.parse(booking).id).filter((id) => !kept.has(id));
  expect(lost).toEqual([]);

  await expect
    .poll(() => kept.difference(deliveredIds(receiver.received)), { timeout: 60_000, interval: 100 })
    .toEqual(new Set());
  expect(deliveredIds(receiver.received)).toEqual(kept);
  expect(await second.stop()).toBe(0);
});
