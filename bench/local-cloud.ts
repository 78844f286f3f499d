import { BookingHost, subscribe } from "./booking-host.ts";
import { CallCosts } from "./call-costs.ts";
import { withCloudProcess } from "./cloud-process.ts";
import { compareGrowth } from "./growth.ts";
import { readLongLists } from "./long-lists.ts";
import { type Part, rounds } from "./part.ts";

const SECONDS = 90;
const MAX_ROUNDS = 3;
const LOAD_SECONDS = 2.5;

/** Part `cloud`: the CPU of the whole local service per call, and its growth with the host's bookings. */
export const localCloud: Part = (settings) =>
  withCloudProcess(async (cloud) => {
    const { baseUrl, pid } = cloud;
    const [host, few] = [await BookingHost.make(baseUrl), await BookingHost.make(baseUrl)];
    const thousand = await BookingHost.make(baseUrl, 1_000);
    const threeThousand = await BookingHost.make(baseUrl, 3_000);
    const many = await BookingHost.make(baseUrl, 20_000);
    const subscriber = await subscribe(host);
    const costs = new CallCosts({ pid, host, subscriber, lists: { "1,000": thousand, "20,000": many } });
    const connections = settings.short ? [1] : [1, 16];
    for (const each of connections) await costs.round({ connections: each, seconds: LOAD_SECONDS });
    costs.clear();
    for (const _ of rounds(Math.min(settings.rounds, MAX_ROUNDS), SECONDS))
      for (const each of connections) await costs.round({ connections: each, seconds: LOAD_SECONDS });
    const wholeLists = await readLongLists(pid, [
      { host: threeThousand, size: "3,000", seconds: 0.5 },
      { host: many, size: "20,000", seconds: 3 },
    ]);
    const growth = await compareGrowth(settings, { few, many });
    subscriber.close();
    for (const { client } of [host, few, thousand, threeThousand, many]) client.close();
    const note = `${LOAD_SECONDS} s each, medians of several rounds on warm functions. CPU is that of all processes of \`npm start\`, including the database engine, per request; for create and cancel it includes the delivery of every event to one webhook.`;
    return [{ title: "Calls of the local service", note, rows: costs.rows() }, wholeLists, growth];
  });
