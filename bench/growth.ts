import { setTimeout as pause } from "node:timers/promises";
import { load } from "./api-load.ts";
import { BookingHost } from "./booking-host.ts";
import { type CloudProcess, withCloudProcess } from "./cloud-process.ts";
import { addBookings } from "./many-bookings.ts";
import { type Part, rounds } from "./part.ts";
import { cpuOfTree } from "./process-tree.ts";
import type { Row } from "./report.ts";
import { median, pairedRatio, shuffled } from "./statistics.ts";

const FEW = 10;
const MANY = 20_000;
const SECONDS = 60;
const MOST_ROUNDS = 7;
const LOAD_SECONDS = 0.6;
/** The same, with 20 % for noise. */
const BUDGET = { atMost: 1.2 };
const TAKE = 10;

/** A host whose bookings are read and changed, and which of their pages. */
interface Subject {
  host: BookingHost;
  ids: number[];
  page: number;
}
type Operation = (subject: Subject) => () => Promise<unknown>;

const OPERATIONS: Record<string, Operation> = {
  get: ({ host, ids }) => {
    const path = `/bookings/${ids[0]}`;
    return () => host.client.send({ method: "GET", path });
  },
  create:
    ({ host, ids }) =>
    async () =>
      ids.push(await host.book()),
  cancel:
    ({ host, ids }) =>
    async () => {
      const id = ids.length > FEW ? ids.pop() : await host.book();
      return host.client.send({ method: "DELETE", path: `/bookings/${id}/cancel` });
    },
  "first page":
    ({ host }) =>
    () =>
      host.client.send({ method: "GET", path: `/bookings?take=${TAKE}&page=1` }),
  "last page":
    ({ host, page }) =>
    () =>
      host.client.send({ method: "GET", path: `/bookings?take=${TAKE}&page=${page}` }),
};

/** Part `growth`: the same calls by a host with 10 bookings and by one with 20,000. */
export const growth: Part = (settings) =>
  withCloudProcess(async (cloud) => {
    const few = await subjectWith(cloud, FEW);
    const many = await subjectWith(cloud, MANY);
    await untilQuiet(cloud);
    const subjects = { few, many };
    const times = new Map<string, number[]>();
    for (const round of rounds(Math.min(settings.rounds, MOST_ROUNDS) + 1, SECONDS))
      for (const [name, operation] of Object.entries(OPERATIONS))
        for (const [size, subject] of shuffled(Object.entries(subjects))) {
          const { latencies } = await load(() => operation(subject), {
            connections: 1,
            seconds: LOAD_SECONDS,
          });
          // The first round warms up.
          if (round > 0)
            times.set(`${name} ${size}`, [...(times.get(`${name} ${size}`) ?? []), median(latencies)]);
        }
    for (const { host } of Object.values(subjects)) host.client.close();
    const note = `Median time of a call, one at a time, by a host with ${FEW.toLocaleString("en")} bookings and by one with ${MANY.toLocaleString("en")}; pages of ${TAKE}. Ratios of the same round.`;
    return [{ title: "Growth", note, rows: Object.keys(OPERATIONS).map((name) => row(name, times)) }];
  });

async function subjectWith({ baseUrl }: CloudProcess, bookings: number): Promise<Subject> {
  const host = await BookingHost.make(baseUrl);
  const ids: number[] = [];
  while (ids.length < FEW) ids.push(await host.book());
  if (bookings > FEW) await addBookings(host.userId, ids[0] ?? 0, bookings - FEW);
  return { host, ids, page: bookings / TAKE };
}

/** Waits until the stream of what was written has been read. */
async function untilQuiet({ pid }: CloudProcess): Promise<void> {
  const QUIET = 100;
  const LONGEST = 40;
  for (let second = 0; second < LONGEST; second += 1) {
    const before = cpuOfTree(pid);
    await pause(1_000);
    if (!(cpuOfTree(pid) - before > QUIET)) return;
  }
}

function row(name: string, times: ReadonlyMap<string, readonly number[]>): Row {
  const few = times.get(`${name} few`) ?? [];
  const many = times.get(`${name} many`) ?? [];
  return {
    name,
    cells: {
      [`${FEW} bookings`]: { value: median(few), unit: "ms" },
      [`${MANY} bookings`]: { value: median(many), unit: "ms" },
      ratio: { value: pairedRatio(many, few), unit: "×", budget: BUDGET },
    },
  };
}
