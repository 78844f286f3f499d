import { setTimeout } from "node:timers/promises";

/** The input, output and clock of a command; tests replace it. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** All of standard input. */
  read(): Promise<string>;
  wait(milliseconds: number): Promise<void>;
  /** Whether `err` is an interactive terminal. */
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
