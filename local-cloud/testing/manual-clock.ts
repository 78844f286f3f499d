import type { Clock } from "#local-cloud/aws/types.ts";

/** A clock that only `advance` moves. It runs the timers whose time has come. */
export class ManualClock implements Clock {
  #now: number;
  readonly #timers = new Set<{ at: number; run: () => void }>();

  constructor(start = Date.UTC(2026, 0, 5, 9)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.#now + milliseconds, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Moves the clock forward by a number of seconds. */
  advance(seconds: number): void {
    this.#now += seconds * 1000;
    for (const timer of [...this.#timers].filter(({ at }) => at <= this.#now)) {
      this.#timers.delete(timer);
      timer.run();
    }
  }
}
