import type { Terminal } from "./terminal.ts";

const WIDTH = 30;
/** Milliseconds between two drawings of a count. */
const COUNT_EVERY = 100;

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

/** A bar for work of about so many steps, which is full only when it ends. */
export function barAbout(terminal: Terminal, all: number): { tell(done: number): void; end(): void } {
  const draw = progressBar(terminal);
  return { tell: (done) => draw(Math.min(done, all), all + 1), end: () => draw(1, 1) };
}

/** Wipes what the line of a progress has left where somebody watches. */
export function wipeProgress({ isWatched, err }: Terminal): void {
  if (isWatched) err("\r\u001b[K");
}

/** Tells a terminal that somebody watches how much is done of what has no known end, such as `users`. */
export function progressCount({ isWatched, err }: Terminal, what: string): (done: number) => void {
  if (!isWatched) return () => undefined;
  let drawnAt = Number.NEGATIVE_INFINITY;
  return (done) => {
    if (performance.now() - drawnAt < COUNT_EVERY) return;
    drawnAt = performance.now();
    err(`\r${done.toLocaleString("en")} ${what} … `);
  };
}
