import { setTimeout } from "node:timers/promises";

/** Where a command reads, writes and lets time pass; a test brings its own. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** All of standard input. */
  read(): Promise<string>;
  wait(milliseconds: number): Promise<void>;
  /** Whether somebody watches what goes to `err`. */
  isWatched?: boolean;
}

/** The streams of this process. */
export const processTerminal: Terminal = {
  isWatched: process.stderr.isTTY === true,
  out(text) {
    process.stdout.write(text);
  },
  err(text) {
    process.stderr.write(text);
  },
  wait: (milliseconds) => setTimeout(milliseconds),
  async read() {
    let text = "";
    for await (const chunk of process.stdin.setEncoding("utf8")) text += chunk;
    return text;
  },
};
