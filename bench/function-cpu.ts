import { readdirSync, readFileSync } from "node:fs";

/** Threads of Node.js itself; each other thread of the local cloud runs one function, whose name it has. */
const NODE_THREADS = new Set([
  "MainThread",
  "DelayedTaskSche",
  "V8Worker",
  "SignalInspector",
  "libuv-worker",
  "node",
]);

/**
 * Returns a function with the CPU milliseconds that the functions of a local cloud have used since this call. Needs Linux, whose
 * `/proc/<pid>/task/<tid>/schedstat` counts each thread.
 */
export function startFunctionCpu(pid: number): () => number {
  const before = readThreads(pid);
  return () => {
    let sum = 0;
    for (const [thread, nanoseconds] of readThreads(pid)) sum += nanoseconds - (before.get(thread) ?? 0);
    return sum / 1e6;
  };
}

/** The CPU nanoseconds of each function's thread. */
function readThreads(pid: number): Map<string, number> {
  const tasks = `/proc/${pid}/task`;
  return new Map(
    readdirSync(tasks).flatMap((thread): [string, number][] => {
      const name = read(`${tasks}/${thread}/comm`);
      if (name === undefined || NODE_THREADS.has(name)) return [];
      const [nanoseconds = "0"] = (read(`${tasks}/${thread}/schedstat`) ?? "").split(" ");
      return [[thread, Number(nanoseconds)]];
    }),
  );
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    // The thread ended after the folder was read.
    return undefined;
  }
}
