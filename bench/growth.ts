import { load } from "./api-load.ts";
import type { BookingHost } from "./booking-host.ts";
import { rounds, type Settings } from "./part.ts";
import type { Row, Table } from "./report.ts";
import { median, pairedRatio, shuffled } from "./statistics.ts";

const FEW = 10;
const SECONDS = 60;
const MAX_ROUNDS = 5;
const LOAD_SECONDS = 0.6;
const SHAPE = { connections: 1, seconds: LOAD_SECONDS };

/** A call, and the call with which it is compared. */
interface Comparison {
  name: string;
  base: () => Promise<unknown>;
  compared: () => Promise<unknown>;
  /** How many times longer the call may take; 20 to 30 % are for noise. */
  atMost: number;
}

/** Compares the calls of a host with 10 bookings with those of a host with 20,000, and a far page with the first. */
export async function compareGrowth(
  settings: Settings,
  hosts: { few: BookingHost; many: BookingHost },
): Promise<Table> {
  const comparisons = comparisonsOf(await withIds(hosts.few), await withIds(hosts.many));
  const times = new Map(
    comparisons.map(({ name }) => [name, { base: [] as number[], compared: [] as number[] }]),
  );
  for (const round of rounds(Math.min(settings.rounds, MAX_ROUNDS) + 1, SECONDS))
    for (const comparison of comparisons)
      for (const side of shuffled(["base", "compared"] as const)) {
        const { latencies } = await load(() => comparison[side], SHAPE);
        // The first round warms up.
        if (round > 0) times.get(comparison.name)?.[side].push(median(latencies));
      }
  const note = `Medians of single calls by a host with ${FEW} bookings and by one with 20,000, and ratios of the same round.`;
  const rows = comparisons.map(({ name, atMost }): Row => {
    const { base = [], compared = [] } = times.get(name) ?? {};
    return {
      name,
      cells: {
        base: { value: median(base), unit: "ms" },
        compared: { value: median(compared), unit: "ms" },
        ratio: { value: pairedRatio(compared, base), unit: "×", budget: { atMost } },
      },
    };
  });
  return { title: "Growth", note, rows };
}

/** A host with the ids of some bookings that can be cancelled. */
interface Subject {
  host: BookingHost;
  ids: number[];
}

async function withIds(host: BookingHost): Promise<Subject> {
  const ids: number[] = [];
  while (ids.length < FEW) ids.push(await host.book());
  return { host, ids };
}

function comparisonsOf(few: Subject, many: Subject): Comparison[] {
  const calls: Record<string, (subject: Subject) => () => Promise<unknown>> = {
    get: ({ host, ids }) => {
      const path = `/bookings/${ids[0]}`;
      return () => host.client.get(path);
    },
    create:
      ({ host, ids }) =>
      async () =>
        ids.push(await host.book()),
    cancel:
      ({ host, ids }) =>
      async () =>
        host.cancel((ids.length > FEW && ids.pop()) || (await host.book())),
    "page 1 of 10 bookings":
      ({ host }) =>
      () =>
        host.client.get("/bookings?take=10&page=1"),
  };
  const page = (number: number) => () => many.host.client.get(`/bookings?take=25&page=${number}`);
  return [
    ...Object.entries(calls).map(([name, callOf]) => ({
      name,
      base: callOf(few),
      compared: callOf(many),
      atMost: 1.2,
    })),
    { name: "page 800, compared with page 1", base: page(1), compared: page(800), atMost: 1.3 },
  ];
}
