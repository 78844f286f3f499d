import type { Terminal } from "./terminal.ts";

const WIDTH = 30;
/** Milliseconds between two updates of a count. */
const COUNT_EVERY = 100;

/** Creates a function that prints and updates the progress on one line of an interactive terminal. */
export function createProgressBar({ isInteractive, err }: Terminal): (done: number, all: number) => void {
  if (!isInteractive) return () => undefined;
  return (done, all) => {
    const share = all === 0 ? 1 : done / all;
    const full = Math.round(share * WIDTH);
    const end = done >= all ? "\n" : "";
    err(`\r[${"#".repeat(full)}${"-".repeat(WIDTH - full)}] ${Math.floor(share * 100)} %${end}`);
  };
}

/** A progress bar for an approximate number of steps. */
interface ApproximateBar {
  report(done: number): void;
  /** Fills the bar. */
  finish(): void;
}

/** Creates a progress bar for an approximate number of steps. It is full only after `finish`. */
export function createApproximateBar(terminal: Terminal, all: number): ApproximateBar {
  const draw = createProgressBar(terminal);
  return { report: (done) => draw(Math.min(done, all), all + 1), finish: () => draw(1, 1) };
}

/** Clears the progress line of an interactive terminal. */
export function clearProgress({ isInteractive, err }: Terminal): void {
  if (isInteractive) err("\r\u001b[K");
}

/** Creates a function that prints a count, for example of `users`, on an interactive terminal, for work of unknown size. */
export function createProgressCounter(
  { isInteractive, err }: Terminal,
  what: string,
): (done: number) => void {
  if (!isInteractive) return () => undefined;
  let drawnAt = Number.NEGATIVE_INFINITY;
  return (done) => {
    if (performance.now() - drawnAt < COUNT_EVERY) return;
    drawnAt = performance.now();
    err(`\r${done.toLocaleString("en")} ${what} … `);
  };
}
