import { rmSync } from "node:fs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs a function that creates the file or folder of that name, and deletes it afterwards, also when a signal ends the process. */
export async function withTemporary<T>(path: string, run: () => Promise<T>): Promise<T> {
  const remove = (): void => rmSync(path, { recursive: true, force: true });
  const end = (signal: NodeJS.Signals): void => {
    remove();
    // The handler is removed by now, so this ends the process by the signal.
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.once(signal, end);
  try {
    return await run();
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
    remove();
  }
}
