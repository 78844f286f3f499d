import { createWriteStream, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { finished } from "node:stream/promises";

/** The output of the functions: one file for all, and the last lines of each function in memory. */
export interface FunctionLog {
  /** Appends output; each line becomes `<function> <line>` in the file. */
  print(functionId: string, text: string): void;
  /** Returns the last lines of one function, oldest first. */
  lines(functionId: string): string[];
  close(): Promise<void>;
}

/** Lines are written in batches, because each write wakes a thread. */
const FLUSH_MILLISECONDS = 200;

const LINES_IN_MEMORY = 1000;

/** Opens the log of all functions; an existing file is appended to. */
export function openFunctionLog(path: string): FunctionLog {
  mkdirSync(dirname(path), { recursive: true });
  const file = createWriteStream(path, { flags: "a" });
  const linesById = new Map<string, string[]>();
  let unwritten = "";
  const flush = (): void => {
    if (unwritten !== "") file.write(unwritten);
    unwritten = "";
  };
  return {
    print(functionId, text) {
      const lines = text.split("\n").filter((line) => line !== "");
      const all = linesById.get(functionId) ?? [];
      all.push(...lines);
      if (all.length > 2 * LINES_IN_MEMORY) all.splice(0, all.length - LINES_IN_MEMORY);
      linesById.set(functionId, all);
      if (unwritten === "") setTimeout(flush, FLUSH_MILLISECONDS);
      unwritten += lines.map((line) => `${functionId} ${line}\n`).join("");
    },
    lines: (functionId) => linesById.get(functionId)?.slice(-LINES_IN_MEMORY) ?? [],
    async close() {
      flush();
      file.end();
      await finished(file);
    },
  };
}
