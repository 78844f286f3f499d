import { setTimeout as pause } from "node:timers/promises";
import { type Load, type LoadShape, load } from "./api-load.ts";
import type { BookingHost, Subscriber } from "./booking-host.ts";
import { cpuOfTree } from "./process-tree.ts";
import type { Row } from "./report.ts";
import { median, quantile } from "./statistics.ts";

/** Time in which the service still writes after a webhook has received its event. */
const SETTLING_MILLISECONDS = 300;
/** CPU milliseconds per request, including the delivery of its events. */
const BUDGETS: Record<string, number> = { me: 5, get: 5, list: 8, create: 16, cancel: 16 };

/** A running service and its callers. */
export interface CallSubject {
  /** The service's first process. */
  pid: number;
  host: BookingHost;
  /** Receives the events of the host's bookings. */
  subscriber: Subscriber;
  /** Hosts whose lists are read, by their numbers of bookings. */
  lists: Record<string, BookingHost>;
}

type Measured = Load & { cpu: number };

/** Measures calls from outside the service: their time, and the CPU of all processes of the service. */
export class CallCosts {
  readonly #subject: CallSubject;
  readonly #measured = new Map<string, Measured[]>();
  #events = 0;

  constructor(subject: CallSubject) {
    this.#subject = subject;
  }

  /** Removes the results so far, which are those of functions that are not warm. */
  clear(): void {
    this.#measured.clear();
  }

  /** Repeats each call for the duration in `shape`. */
  async round(shape: LoadShape): Promise<void> {
    const { host, lists } = this.#subject;
    const ids: number[] = [];
    await this.#measure("me", shape, () => () => host.client.get("/me"));
    await this.#measure("create", shape, () => async () => ids.push(await host.book()));
    const path = `/bookings/${ids[0]}`;
    await this.#measure("get", shape, () => () => host.client.get(path));
    for (const [size, { client }] of Object.entries(lists))
      await this.#measure(`list 25 of ${size}`, shape, () => () => client.get("/bookings?take=25"));
    await this.#measure("cancel", shape, () => {
      const id = ids.pop();
      return id === undefined ? undefined : () => host.cancel(id);
    });
  }

  async #measure(name: string, shape: LoadShape, next: Parameters<typeof load>[0]): Promise<void> {
    const { pid, subscriber } = this.#subject;
    const before = cpuOfTree(pid);
    const done = await load(next, shape);
    if (name === "create" || name === "cancel") {
      this.#events += done.latencies.length;
      await subscriber.expectEvents(this.#events);
      await pause(SETTLING_MILLISECONDS);
    }
    const cpu = cpuOfTree(pid) - before;
    const key = `${name}, ${shape.connections} at once`;
    this.#measured.set(key, [...(this.#measured.get(key) ?? []), { ...done, cpu }]);
  }

  /** A row for each call and number of connections. */
  rows(): Row[] {
    return [...this.#measured]
      .toSorted(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
      .map(([name, measured]) => rowOf(name, measured));
  }
}

function rowOf(name: string, measured: readonly Measured[]): Row {
  const budget = BUDGETS[name.match(/^\w+/)?.[0] ?? ""];
  const latencies = measured.flatMap((each) => each.latencies);
  const rate = median(measured.map((each) => (1000 * each.latencies.length) / each.elapsed));
  const cpu = median(measured.map((each) => each.cpu / each.latencies.length));
  return {
    name,
    cells: {
      requests: { value: rate, unit: "/s" },
      p50: { value: median(latencies), unit: "ms" },
      p99: { value: quantile(latencies, 0.99), unit: "ms" },
      CPU: { value: cpu, unit: "ms", ...(budget && { budget: { atMost: budget } }) },
    },
  };
}
