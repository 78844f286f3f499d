import { setTimeout as pause } from "node:timers/promises";
import { recordEvent } from "#lib/bookings/events/record-event.ts";
import type { Caller } from "#lib/caller.ts";
import { chunksOf } from "#lib/platform/chunks.ts";
import { transact } from "#lib/table/write.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { storedBooking } from "#test/support/builders/stored-booking.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { type CloudProcess, withCloudProcess } from "./cloud-process.ts";
import { listen, type Subscriber } from "./delivery-subscriber.ts";
import type { Part } from "./part.ts";
import { cpuOfTree } from "./process-tree.ts";
import type { Row } from "./report.ts";
import { quantile } from "./statistics.ts";

/** Hosts with one webhook each, which gets at most five concurrent requests. */
const HOSTS = 20;
const PER_SECOND = 50;
const BURST = 2_000;
/** Milliseconds until the subscribers of the burst respond. */
const RESPONSE_DELAY = 100;
const LATENCY_SECONDS = 60;

/** Part `deliveries`: the time from the commit of an event to its arrival, and the deliveries per second. */
export const deliveries: Part = ({ short }) =>
  withCloudProcess(async (cloud) => {
    const subscriber = await listen();
    const hosts: Caller[] = [];
    for (let made = 0; made < HOSTS; made += 1) {
      const host = await makeHost();
      await makeWebhook(host, { subscriberUrl: subscriber.url });
      hosts.push(host);
    }
    await writeAll(hosts, HOSTS * 5);
    await subscriber.arrivals(HOSTS * 5);
    const rows = short ? [] : [await latency(hosts, subscriber)];
    rows.push(await throughput(cloud, hosts, subscriber));
    subscriber.close();
    const note = `${HOSTS} webhooks. Events are written to the table as the API writes them, so the CPU does not include API calls. The receiver runs in the process that measures, and responds to the burst after ${RESPONSE_DELAY} ms.`;
    return [{ title: "Deliveries", note, rows }];
  });

let bookings = 0;
const nextEvent = ({ userId }: Caller) => {
  bookings += 1;
  return {
    id: bookings,
    operations: recordEvent("BOOKING_CREATED", storedBooking({ id: bookings, userId })),
  };
};

async function writeAll(hosts: readonly Caller[], count: number): Promise<void> {
  const operations = Array.from({ length: count }, (_, at) => hosts[at % hosts.length])
    .filter((host) => host !== undefined)
    .flatMap((host) => nextEvent(host).operations);
  for (const chunk of chunksOf(operations, 50)) await transact(chunk);
}

async function latency(hosts: readonly Caller[], subscriber: Subscriber): Promise<Row> {
  const committedAt = new Map<number, number>();
  const writes: Promise<void>[] = [];
  const startedAt = performance.now();
  const before = subscriber.arrivedAt.size;
  const count = PER_SECOND * LATENCY_SECONDS;
  for (let made = 0; made < count; made += 1) {
    await pause(Math.max(0, startedAt + (made * 1000) / PER_SECOND - performance.now()));
    const host = hosts[made % hosts.length];
    if (!host) throw new Error("No hosts.");
    const { id, operations } = nextEvent(host);
    writes.push(transact(operations).then(() => void committedAt.set(id, performance.now())));
  }
  await Promise.all(writes);
  await subscriber.arrivals(before + count);
  const waits = [...committedAt].map(([id, at]) => (subscriber.arrivedAt.get(id) ?? Number.NaN) - at);
  return {
    name: `${PER_SECOND} events/s for ${LATENCY_SECONDS} s`,
    cells: {
      events: { value: count, unit: "" },
      p50: { value: quantile(waits, 0.5), unit: "ms", budget: { atMost: 300 } },
      p99: { value: quantile(waits, 0.99), unit: "ms", budget: { atMost: 2_000 } },
    },
  };
}

async function throughput(
  cloud: CloudProcess,
  hosts: readonly Caller[],
  subscriber: Subscriber,
): Promise<Row> {
  subscriber.delay = RESPONSE_DELAY;
  const before = subscriber.arrivedAt.size;
  const cpu = cpuOfTree(cloud.pid);
  const startedAt = performance.now();
  await writeAll(hosts, BURST);
  await subscriber.arrivals(before + BURST);
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    name: "burst",
    cells: {
      events: { value: BURST, unit: "" },
      deliveries: { value: BURST / seconds, unit: "/s", budget: { atLeast: 200 } },
      "CPU per delivery": { value: (cpuOfTree(cloud.pid) - cpu) / BURST, unit: "ms" },
    },
  };
}
