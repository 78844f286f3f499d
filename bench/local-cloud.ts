import { BookingHost, subscribe } from "./booking-host.ts";
import { CallLoad } from "./call-load.ts";
import { withCloudProcess } from "./cloud-process.ts";
import { compareGrowth } from "./growth.ts";
import { type Part, rounds } from "./part.ts";

const SECONDS = 90;
const MAX_ROUNDS = 3;
const SHAPE = { connections: 16, seconds: 2.5 };

/** Part `load`: the CPU of the functions per call, with 16 calls at once. */
export const callLoad: Part = (settings) =>
  withCloudProcess(async ({ baseUrl, pid }) => {
    const [host, lister] = [await BookingHost.make(baseUrl), await BookingHost.make(baseUrl, 1_000)];
    const subscriber = await subscribe(host);
    const calls = new CallLoad({ pid, host, subscriber, lister });
    await calls.round(SHAPE);
    calls.clear();
    for (const _ of rounds(Math.min(settings.rounds, MAX_ROUNDS), SECONDS)) await calls.round(SHAPE);
    subscriber.close();
    for (const { client } of [host, lister]) client.close();
    const note = `${SHAPE.connections} calls at once for ${SHAPE.seconds} s, medians of several rounds on warm functions. CPU is that of the threads of all functions (authorizer, endpoint, consumers) per call; for create and cancel it includes the delivery of every event to one webhook. The list is that of a host with 1,000 bookings.`;
    return [{ title: "Load", note, rows: calls.rows() }];
  });

/** Part `growth`: the time of calls, by the number of the host's bookings. */
export const growth: Part = (settings) =>
  withCloudProcess(async ({ baseUrl }) => {
    const [few, many] = [await BookingHost.make(baseUrl), await BookingHost.make(baseUrl, 20_000)];
    const table = await compareGrowth(settings, { few, many });
    for (const { client } of [few, many]) client.close();
    return [table];
  });
