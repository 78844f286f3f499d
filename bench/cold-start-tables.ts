import { allEntries, type Registry, required } from "#infra/registry.ts";
import type { FunctionSpec } from "#lib/entry/http/spec.ts";
import type { Start } from "./boot.ts";
import { LISTED } from "./first-events.ts";
import { JOB, PEERS } from "./job.ts";
import type { Budget, Figure, Row, Table } from "./report.ts";
import { median, pairedRatio } from "./statistics.ts";

const MEBIBYTE = 2 ** 20;
const totalOf = ({ ready, firstCall }: Start): number => ready + firstCall;
const times = (value: number, budget?: Budget): Figure => ({ value, unit: "×", ...(budget && { budget }) });

/** What was measured of each handler, by its id. */
interface Measured {
  starts: ReadonlyMap<string, readonly Start[]>;
  /** Milliseconds of CPU of a call after the first one. */
  cpu: ReadonlyMap<string, readonly number[]>;
  /** Address of the server that answered. */
  server: string;
}

/** Creates the tables of measured starts, as ratios to the empty handler of the same round and to the peers. */
export function coldStartTables({ starts, cpu, server }: Measured, registry: Registry): Table[] {
  const bare = required(starts, "bare");
  const row = (id: string, total: Budget | undefined): Row => {
    const own = required(starts, id);
    const ready = own.map((start) => start.ready);
    const grown = median(own.map(({ rss }, round) => (rss - (bare[round]?.rss ?? rss)) / MEBIBYTE));
    return {
      name: id,
      cells: {
        ready: times(
          pairedRatio(
            ready,
            bare.map((start) => start.ready),
          ),
        ),
        total: times(pairedRatio(own.map(totalOf), bare.map(totalOf)), total),
        "first event": { value: median(own.map(({ firstCall }) => firstCall)), unit: "ms" },
        "memory over empty": { value: grown, unit: "MB", ...(total && { budget: { atMost: 22 } }) },
        "loads undici": own.some(({ undici }) => undici) ? "yes" : "no",
      },
    };
  };
  const note = `× an empty handler started in the same round; medians of ${bare.length} rounds of fresh processes in random order, with Lambda's flags for 1,024 MB. total = ready + first event, which calls a server at ${new URL(server).protocol}// that answers at once. An empty handler takes ${median(bare.map(totalOf)).toFixed(1)} ms here.`;
  const peers = Object.keys(PEERS).filter((id) => starts.has(id));
  return [
    {
      title: "Cold starts",
      note: `${note} Lists hold ${LISTED} items.`,
      rows: allEntries(registry)
        .filter(({ spec }) => starts.has(spec.id))
        .map(({ spec }) => row(spec.id, budgetOf(spec))),
    },
    {
      title: "The job of bookings.create on other frameworks: cold starts and CPU",
      note: "The same schemas, use case, database calls and bundling; the same rounds as above. Ours as a share of theirs. CPU is that of a call, on the average of the calls of a process after its first one.",
      rows: [JOB, ...peers].map((id) => withPeerCells(row(id, undefined), { starts, cpu })),
    },
  ];
}

function withPeerCells({ name, cells }: Row, { starts, cpu }: Omit<Measured, "server">): Row {
  const ours = required(cpu, JOB);
  const theirs = required(cpu, name);
  const shares = name !== JOB && {
    "almanac / framework": times(
      pairedRatio(required(starts, JOB).map(totalOf), required(starts, name).map(totalOf)),
      limitOf(name),
    ),
    "CPU, almanac / framework": times(pairedRatio(ours, theirs)),
  };
  return { name, cells: { ...cells, CPU: { value: median(theirs), unit: "ms" }, ...shares } };
}

function limitOf(peer: string): Budget | undefined {
  const limit = Object.entries(PEERS).find(([id]) => id === peer)?.[1];
  return limit === undefined ? undefined : { atMost: limit };
}

/** The budget of a function's total, by kind of function. */
function budgetOf(spec: FunctionSpec): Budget | undefined {
  if (spec.id === "authorizer") return { atMost: 3.3 };
  if (spec.id === "events.deliver") return { atMost: 4.6 };
  if (!("route" in spec)) return undefined;
  // It loads the package of the protocol and, at its first call, Node's `Request` and `Response` (ADR 0053).
  if (spec.protocol === "mcp") return { atMost: 7 };
  if (spec.input.body) return { atMost: 5.9 };
  return { atMost: spec.streams ? 4.6 : 4.1 };
}
