import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";

/** The machine that the values of a run were measured on, and how busy it is. */
export function machineText(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  const model = cpus()[0]?.model ?? "unknown";
  return `${availableParallelism()} cores (${model}), ${memory} GiB, ${type()} ${release()}, Node ${process.version}; load average ${loadText()}`;
}

/** The load average of the last minute. */
export const loadText = (): string => (loadavg()[0] ?? 0).toFixed(1);
