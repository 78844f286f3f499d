import { rmSync } from "node:fs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs a function that creates a temporary file or folder, and deletes it afterwards, also if a signal ends the process. */
export async function withTemporaryPath<T>(path: string, run: () => Promise<T>): Promise<T> {
  const remove = (): void => rmSync(path, { recursive: true, force: true });
  const removeAndEnd = (signal: NodeJS.Signals): void => {
    remove();
    // `once` has removed this handler, so the signal now ends the process.
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.once(signal, removeAndEnd);
  try {
    return await run();
  } finally {
    for (const signal of SIGNALS) process.off(signal, removeAndEnd);
    remove();
  }
}
