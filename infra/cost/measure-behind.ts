import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import type { Cloud } from "#infra/local/cloud.ts";
import { BookingItem } from "#lib/bookings/entity.ts";
import type { EventType } from "#lib/event-types/model.ts";
import { replace } from "#lib/table/operations.ts";
import { write } from "#lib/table/write.ts";
import { clientOf } from "#test/support/api-client.ts";
import { bookingNow } from "#test/support/booking-parts.ts";
import { bookingRequest, makeEventType, makeSomebody, type Somebody } from "#test/support/builders.ts";
import { makeWebhook } from "#test/support/webhook-builders.ts";
import { type FunctionUsage, usualUsage } from "./function-usage.ts";
import type { Measured, Usage } from "./measured.ts";
import { type StoredBytes, storedBytes } from "./stored-bytes.ts";

const SCENES = 5;
const HOUR = 3_600_000;
const LONGEST_WAIT = 30_000;
const LOOK_AGAIN = 20;

interface Scene {
  cloud: Cloud;
  used: FunctionUsage;
  host: Somebody;
  eventType: EventType;
}

/** Books, lets meetings end, and lets a minute pass: what the functions behind the calls consume, and what stays in the table. */
export async function measureBehind(
  cloud: Cloud,
  used: FunctionUsage,
): Promise<Pick<Measured, "behind" | "booking">> {
  const subscriber = await listen();
  try {
    const host = await makeSomebody();
    const eventType = await makeEventType(host.caller);
    await makeWebhook(host.caller, {
      subscriberUrl: subscriber.url,
      eventTriggers: ["BOOKING_CREATED", "MEETING_ENDED"],
    });
    const scene = { cloud, used, host, eventType };
    // The first finds nothing at hand yet.
    await bookAndTell(scene, 0);
    const before = await storedBytes(cloud);
    const told = [];
    for (let at = 1; at <= SCENES; at += 1) told.push(await bookAndTell(scene, at));
    const stored = await storedBytes(cloud);
    const ended = [];
    for (const { id } of told) ended.push(await endMeeting(scene, id));
    const sweep = [];
    for (let at = 0; at < SCENES; at += 1) sweep.push(await sweepNothing(scene));
    return {
      behind: {
        publish: usualUsage(told.map(({ publish }) => publish)),
        fanOut: usualUsage(told.map(({ fanOut }) => fanOut)),
        deliver: usualUsage(told.map(({ deliver }) => deliver)),
        wake: usualUsage(ended),
        sweep: usualUsage(sweep),
      },
      booking: perBooking(before, stored),
    };
  } finally {
    subscriber.close();
  }
}

function perBooking(before: StoredBytes, after: StoredBytes): Measured["booking"] {
  const grown = (name: keyof StoredBytes): number =>
    Math.round((after[name] - before[name]) / SCENES / 100) * 100;
  return {
    keptBytes: grown("kept"),
    passingBytes: grown("passing"),
    keptTableBytes: grown("keptTable"),
    passingTableBytes: grown("passingTable"),
  };
}

const CHAIN = { publish: "events.publish", fanOut: "events.fan-out", deliver: "events.deliver" } as const;

/** Books over HTTP, and waits until the webhook was told. */
async function bookAndTell({ cloud, used, host, eventType }: Scene, at: number) {
  used.forget();
  const start = new Date(Date.UTC(2032, 0, 1) + at * HOUR).toISOString();
  const body = bookingRequest(eventType.id, { start });
  const answer = await clientOf(cloud.baseUrl)({ method: "POST", path: "/bookings", key: host.key, body });
  const { id } = z.object({ id: z.int() }).parse(answer.json);
  return { id, ...(await takeChain(used)) };
}

async function takeChain(used: FunctionUsage): Promise<Record<keyof typeof CHAIN, Usage>> {
  await until(() => Object.values(CHAIN).every((id) => used.runs(id) > 0));
  return {
    publish: used.take(CHAIN.publish),
    fanOut: used.take(CHAIN.fanOut),
    deliver: used.take(CHAIN.deliver),
  };
}

/** Lets the meeting of a booking be over, and answers what telling of it consumes, up to the event. */
async function endMeeting({ cloud, used, host }: Scene, id: number): Promise<Usage> {
  const before = await bookingNow({ userId: host.caller.userId, id });
  const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
  const times = { startTime: ago(60), endTime: ago(1), nextMeetingTrigger: "MEETING_ENDED" as const };
  await write(replace(BookingItem, before, { ...before, ...times }));
  used.forget();
  await cloud.runSchedules();
  await until(() => used.runs("events.wake") > 0);
  const usage = used.take("events.wake");
  await takeChain(used);
  return usage;
}

async function sweepNothing({ cloud, used }: Scene): Promise<Usage> {
  used.forget();
  await cloud.runSchedules();
  return used.take("events.sweep");
}

async function until(isSo: () => boolean): Promise<void> {
  const end = Date.now() + LONGEST_WAIT;
  while (!isSo()) {
    if (Date.now() > end) throw new Error("what follows from a booking did not happen in time");
    await pause(LOOK_AGAIN);
  }
}

/** A subscriber that takes whatever comes. */
async function listen() {
  const server = createServer((_, response) => response.end("ok"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
