import { setTimeout as pause } from "node:timers/promises";
import { type Load, type LoadShape, load } from "./api-load.ts";
import { BookingHost, type Subscriber, subscribe } from "./booking-host.ts";
import { type CloudProcess, withCloudProcess } from "./cloud-process.ts";
import { type Part, rounds } from "./part.ts";
import { cpuOfTree } from "./process-tree.ts";
import type { Row, Table } from "./report.ts";
import { median, quantile } from "./statistics.ts";

const SECONDS = 90;
const MOST_ROUNDS = 3;
const LOAD_SECONDS = 2.5;
const CONNECTIONS = [1, 16];
/** What a delivery still writes when its subscriber was told already. */
const SETTLING_MILLISECONDS = 300;
/** CPU milliseconds of a request, its events delivered. */
const BUDGETS: Record<string, number> = { get: 3, "list 25": 4, create: 8, cancel: 8 };

/** Part `cloud`: what a request costs the whole local cloud. */
export const localCloud: Part = (settings) =>
  withCloudProcess(async (cloud) => {
    const host = await BookingHost.make(cloud.baseUrl);
    const subscriber = await subscribe(host);
    const bench = new CloudBench(cloud, host, subscriber);
    for (const connections of [16, 1]) await bench.round({ connections, seconds: LOAD_SECONDS });
    bench.forget();
    for (const _ of rounds(Math.min(settings.rounds, MOST_ROUNDS), SECONDS))
      for (const connections of CONNECTIONS) await bench.round({ connections, seconds: LOAD_SECONDS });
    subscriber.close();
    host.client.close();
    return [bench.table()];
  });

type Measured = Load & { cpu: number };

class CloudBench {
  readonly #cloud: CloudProcess;
  readonly #host: BookingHost;
  readonly #subscriber: Subscriber;
  readonly #measured = new Map<string, Measured[]>();
  #events = 0;

  constructor(cloud: CloudProcess, host: BookingHost, subscriber: Subscriber) {
    this.#cloud = cloud;
    this.#host = host;
    this.#subscriber = subscriber;
  }

  /** Drops what was measured while the functions were warming up. */
  forget(): void {
    this.#measured.clear();
  }

  /** Creates, reads, lists and cancels for a while each. */
  async round(shape: LoadShape): Promise<void> {
    const { client } = this.#host;
    const ids: number[] = [];
    await this.#measure("create", shape, () => async () => ids.push(await this.#host.book()));
    const [id = 0] = ids;
    await this.#measure("get", shape, () => () => client.send({ method: "GET", path: `/bookings/${id}` }));
    await this.#measure(
      "list 25",
      shape,
      () => () => client.send({ method: "GET", path: "/bookings?take=25" }),
    );
    await this.#measure("cancel", shape, () => {
      const next = ids.pop();
      return next === undefined
        ? undefined
        : () => client.send({ method: "DELETE", path: `/bookings/${next}/cancel` });
    });
  }

  async #measure(name: string, shape: LoadShape, next: Parameters<typeof load>[0]): Promise<void> {
    const before = cpuOfTree(this.#cloud.pid);
    const done = await load(next, shape);
    if (name === "create" || name === "cancel") {
      this.#events += done.latencies.length;
      await this.#subscriber.told(this.#events);
      await pause(SETTLING_MILLISECONDS);
    }
    const cpu = cpuOfTree(this.#cloud.pid) - before;
    const key = `${name}, ${shape.connections} at once`;
    this.#measured.set(key, [...(this.#measured.get(key) ?? []), { ...done, cpu }]);
  }

  table(): Table {
    const rows = [...this.#measured]
      .toSorted(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
      .map(([name, measured]) => row(name, measured));
    const note = `${LOAD_SECONDS} s each, medians of ${this.#measured.values().next().value?.length} rounds on warm functions. CPU of all processes of \`npm start\`, database engine included; for create and cancel until every event was delivered to one webhook.`;
    return { title: "The local cloud", note, rows };
  }
}

function row(name: string, measured: readonly Measured[]): Row {
  const [operation = ""] = name.split(", ");
  const latencies = measured.flatMap((each) => each.latencies);
  const budget = BUDGETS[operation];
  const cpu = median(measured.map((each) => each.cpu / each.latencies.length));
  return {
    name,
    cells: {
      requests: {
        value: median(measured.map((each) => (1000 * each.latencies.length) / each.elapsed)),
        unit: "/s",
      },
      p50: { value: median(latencies), unit: "ms" },
      p99: { value: quantile(latencies, 0.99), unit: "ms" },
      "CPU per request": { value: cpu, unit: "ms", ...(budget && { budget: { atMost: budget } }) },
    },
  };
}
