import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";

/** What the figures of a run were measured on, with how busy it was at the time. */
export function machineText(): string {
  const [load = 0] = loadavg();
  const memory = Math.round(totalmem() / 2 ** 30);
  const model = cpus()[0]?.model ?? "unknown";
  return `${availableParallelism()} cores (${model}), ${memory} GiB, ${type()} ${release()}, Node ${process.version}; load average ${load.toFixed(1)}`;
}
