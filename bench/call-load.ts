import { setTimeout as pause } from "node:timers/promises";
import { type Load, type LoadShape, load } from "./api-load.ts";
import type { BookingHost, Subscriber } from "./booking-host.ts";
import { startFunctionCpu } from "./function-cpu.ts";
import type { Row } from "./report.ts";
import { median, quantile } from "./statistics.ts";

/** Time in which the service still writes after a webhook has received its event. */
const SETTLING_MILLISECONDS = 300;
/** CPU milliseconds of the functions per call, with many calls at once, including the delivery of its events. */
const BUDGETS: Record<string, number> = { get: 4, "list 25": 7.5, create: 10, cancel: 9.5 };

/** A running service and its callers. */
export interface CallSubject {
  /** The service's process. */
  pid: number;
  host: BookingHost;
  /** Receives the events of the host's bookings. */
  subscriber: Subscriber;
  /** A host whose list is read. */
  lister: BookingHost;
}

type Measured = Load & { cpu: number };

/** Measures calls from outside the service: their time, and the CPU of the functions. */
export class CallLoad {
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
    const { host, lister } = this.#subject;
    const ids: number[] = [];
    await this.#measure("create", shape, () => async () => ids.push(await host.book()));
    const path = `/bookings/${ids[0]}`;
    await this.#measure("get", shape, () => () => host.client.get(path));
    await this.#measure("list 25", shape, () => () => lister.client.get("/bookings?take=25"));
    await this.#measure("cancel", shape, () => {
      const id = ids.pop();
      return id === undefined ? undefined : () => host.cancel(id);
    });
  }

  async #measure(name: string, shape: LoadShape, next: Parameters<typeof load>[0]): Promise<void> {
    const { pid, subscriber } = this.#subject;
    const cpuSoFar = startFunctionCpu(pid);
    const done = await load(next, shape);
    if (name === "create" || name === "cancel") {
      this.#events += done.latencies.length;
      await subscriber.expectEvents(this.#events);
      await pause(SETTLING_MILLISECONDS);
    }
    this.#measured.set(name, [...(this.#measured.get(name) ?? []), { ...done, cpu: cpuSoFar() }]);
  }

  /** A row for each call. */
  rows(): Row[] {
    return [...this.#measured].map(([name, measured]) => rowOf(name, measured));
  }
}

function rowOf(name: string, measured: readonly Measured[]): Row {
  const budget = BUDGETS[name];
  const latencies = measured.flatMap((each) => each.latencies);
  const rate = median(measured.map((each) => (1000 * each.latencies.length) / each.elapsed));
  const cpu = median(measured.map((each) => each.cpu / each.latencies.length));
  return {
    name,
    cells: {
      requests: { value: rate, unit: "/s" },
      p50: { value: median(latencies), unit: "ms" },
      p99: { value: quantile(latencies, 0.99), unit: "ms" },
      "CPU of the functions": { value: cpu, unit: "ms", ...(budget && { budget: { atMost: budget } }) },
    },
  };
}
