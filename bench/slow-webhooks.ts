import { setTimeout as pause } from "node:timers/promises";
import { recordEvent } from "#lib/bookings/events/record-event.ts";
import type { Caller } from "#lib/caller.ts";
import { transact } from "#lib/table/write.ts";
import { makeHost } from "#test/support/builders/builders.ts";
import { storedBooking } from "#test/support/builders/stored-booking.ts";
import { addMember, makeMember, makeTeam } from "#test/support/builders/teams.ts";
import { makeWebhook } from "#test/support/builders/webhook-builders.ts";
import { withCloudProcess } from "./cloud-process.ts";
import { listen, type Subscriber } from "./delivery-subscriber.ts";
import type { Part } from "./part.ts";
import type { Row } from "./report.ts";
import { quantile } from "./statistics.ts";

/** Milliseconds until a slow subscriber responds with 200. */
const SLOW_ANSWER = 9_000;
/** Half are the owner's own, half a team's; 20 is the limit of both. */
const SLOW_WEBHOOKS = 40;
const SECONDS = 60;
const SHORT_SECONDS = 30;
/** Milliseconds between two events for the slow webhooks, each of which makes 40 deliveries. */
const SLOW_EVERY = 2_000;
/** Milliseconds between two events for a healthy webhook. */
const EVERY = 500;

/** Part `slow`: the time from the commit of an event to its arrival at a healthy webhook, before and while another owner's are slow. */
export const slowWebhooks: Part = ({ short }) =>
  withCloudProcess(async () => {
    const [slow, quick] = [await listen(SLOW_ANSWER), await listen()];
    const [owner, neighbour] = [await makeHost(), await makeHost()];
    const [slowTeam, quickTeam] = [await makeTeam(), await makeTeam()];
    for (const team of [slowTeam, quickTeam]) await addMember(team, owner, { role: "OWNER" });
    const colleague = await makeMember(quickTeam, "MEMBER");
    for (let made = 0; made < SLOW_WEBHOOKS; made += 1)
      await makeWebhook(owner, {
        subscriberUrl: `${slow.url}/${made}`,
        teamId: made % 2 === 0 ? null : slowTeam.id,
      });
    await makeWebhook(neighbour, { subscriberUrl: quick.url });
    await makeWebhook(owner, { subscriberUrl: quick.url, teamId: quickTeam.id });

    const ofAnother = { name: "of another owner", send: () => write(neighbour) };
    const ofSame = { name: "of the same owner", send: () => write(colleague, quickTeam.id) };
    const run = short
      ? { healthy: [ofAnother], seconds: SHORT_SECONDS, quick }
      : { healthy: [ofAnother, ofSame], seconds: SECONDS, quick };
    const alone = short ? [] : await measure("before", run);
    const stopping = new AbortController();
    const storm = every(SLOW_EVERY, stopping.signal, () => write(owner, slowTeam.id));
    const beside = await measure("from the first slow event on", run);
    if (!short) beside.push(...(await measure("afterwards", run)));
    stopping.abort();
    await storm;
    slow.close();
    quick.close();
    const note = `A healthy webhook beside ${SLOW_WEBHOOKS} of one owner that answer 200 after ${SLOW_ANSWER / 1000} s, with an event for all of these every ${SLOW_EVERY / 1000} s: how long an event takes to arrive, for ${run.seconds} s each.`;
    return [{ title: "Beside slow webhooks", note, rows: [...alone, ...beside] }];
  });

interface Healthy {
  name: string;
  /** Writes an event and returns the id of its booking. */
  send: () => Promise<number>;
}

/** The measured webhooks, the duration, and the subscriber that receives their events. */
interface Run {
  healthy: readonly Healthy[];
  seconds: number;
  quick: Subscriber;
}

/** Sends events to healthy webhooks for the duration, and returns a row for each. */
async function measure(phase: string, { healthy, seconds, quick }: Run): Promise<Row[]> {
  const before = quick.arrivedAt.size;
  const committedAt = healthy.map(() => new Map<number, number>());
  const count = (seconds * 1000) / EVERY;
  for (let made = 0; made < count; made += 1) {
    for (const [at, { send }] of healthy.entries()) committedAt[at]?.set(await send(), performance.now());
    await pause(EVERY);
  }
  await quick.arrivals(before + healthy.length * count);
  return healthy.map(({ name }, at) => row(`${name}, ${phase}`, committedAt[at] ?? new Map(), quick));
}

let bookings = 0;

/** Writes an event of a host and returns the id of its booking. */
async function write({ userId }: Caller, teamId: number | null = null): Promise<number> {
  bookings += 1;
  const id = bookings;
  const { eventType, ...booking } = storedBooking({ id, userId });
  await transact(recordEvent("BOOKING_CREATED", { ...booking, eventType: { ...eventType, teamId } }));
  return id;
}

async function every(milliseconds: number, signal: AbortSignal, run: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    await run();
    await pause(milliseconds);
  }
}

function row(name: string, committedAt: ReadonlyMap<number, number>, subscriber: Subscriber): Row {
  const waits = [...committedAt].map(([id, at]) => (subscriber.arrivedAt.get(id) ?? Number.NaN) - at);
  return {
    name,
    cells: {
      events: { value: committedAt.size, unit: "" },
      p50: { value: quantile(waits, 0.5), unit: "ms" },
      p95: {
        value: quantile(waits, 0.95),
        unit: "ms",
        ...(name.startsWith("of another") && { budget: { atMost: 5_000 } }),
      },
      longest: { value: Math.max(...waits), unit: "ms" },
    },
  };
}
