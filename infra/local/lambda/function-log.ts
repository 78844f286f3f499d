import { createWriteStream, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { finished } from "node:stream/promises";

/** What the functions printed: a file of all, and the last lines of each in memory. */
export interface FunctionLog {
  /** Takes printed text; every line of it becomes `<function> <line>` in the file. */
  print(functionId: string, text: string): void;
  /** The last lines of one function, oldest first. */
  lines(functionId: string): string[];
  close(): Promise<void>;
}

/** Lines are written together, after this time: each write wakes a thread. */
const FLUSH_MILLISECONDS = 200;

/** Lines of one function kept in memory. */
const KEPT_LINES = 1000;

/** Opens the log of all functions; the file grows from start to start. */
export function openFunctionLog(path: string): FunctionLog {
  mkdirSync(dirname(path), { recursive: true });
  const file = createWriteStream(path, { flags: "a" });
  const kept = new Map<string, string[]>();
  let unwritten = "";
  const flush = (): void => {
    if (unwritten !== "") file.write(unwritten);
    unwritten = "";
  };
  return {
    print(functionId, text) {
      const lines = text.split("\n").filter((line) => line !== "");
      const all = kept.get(functionId) ?? [];
      all.push(...lines);
      if (all.length > 2 * KEPT_LINES) all.splice(0, all.length - KEPT_LINES);
      kept.set(functionId, all);
      if (unwritten === "") setTimeout(flush, FLUSH_MILLISECONDS);
      unwritten += lines.map((line) => `${functionId} ${line}\n`).join("");
    },
    lines: (functionId) => kept.get(functionId)?.slice(-KEPT_LINES) ?? [],
    async close() {
      flush();
      file.end();
      await finished(file);
    },
  };
}
