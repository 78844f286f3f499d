import { rmSync } from "node:fs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs something that makes a file or folder of that name, which is gone afterwards: also when the process is told to end. */
export async function withTemporary<T>(path: string, run: () => Promise<T>): Promise<T> {
  const remove = (): void => rmSync(path, { recursive: true, force: true });
  const end = (signal: NodeJS.Signals): void => {
    remove();
    // Nobody listens any more, so this ends the process by the signal.
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
