import type { Terminal } from "./terminal.ts";

const WIDTH = 30;
/** Milliseconds between two updates of a count. */
const COUNT_EVERY = 100;

/** Prints progress on one line of an interactive terminal, and updates it. */
export function progressBar({ isWatched, err }: Terminal): (done: number, all: number) => void {
  if (!isWatched) return () => undefined;
  return (done, all) => {
    const share = all === 0 ? 1 : done / all;
    const full = Math.round(share * WIDTH);
    const end = done >= all ? "\n" : "";
    err(`\r[${"#".repeat(full)}${"-".repeat(WIDTH - full)}] ${Math.floor(share * 100)} %${end}`);
  };
}

/** A bar for work of about this number of steps. It is full only when the work ends. */
export function barAbout(terminal: Terminal, all: number): { tell(done: number): void; end(): void } {
  const draw = progressBar(terminal);
  return { tell: (done) => draw(Math.min(done, all), all + 1), end: () => draw(1, 1) };
}

/** Clears the progress line of an interactive terminal. */
export function wipeProgress({ isWatched, err }: Terminal): void {
  if (isWatched) err("\r\u001b[K");
}

/** Prints a count, such as of `users`, on an interactive terminal, for work of unknown size. */
export function progressCount({ isWatched, err }: Terminal, what: string): (done: number) => void {
  if (!isWatched) return () => undefined;
  let drawnAt = Number.NEGATIVE_INFINITY;
  return (done) => {
    if (performance.now() - drawnAt < COUNT_EVERY) return;
    drawnAt = performance.now();
    err(`\r${done.toLocaleString("en")} ${what} … `);
  };
}
