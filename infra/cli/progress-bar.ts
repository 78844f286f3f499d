import type { Terminal } from "./terminal.ts";

const WIDTH = 30;

/** Draws how much is done on a terminal that somebody watches, over and over on one line. */
export function progressBar({ isWatched, err }: Terminal): (done: number, all: number) => void {
  if (!isWatched) return () => undefined;
  return (done, all) => {
    const share = all === 0 ? 1 : done / all;
    const full = Math.round(share * WIDTH);
    const end = done >= all ? "\n" : "";
    err(`\r[${"#".repeat(full)}${"-".repeat(WIDTH - full)}] ${Math.floor(share * 100)} %${end}`);
  };
}
