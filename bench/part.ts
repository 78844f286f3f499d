import type { Table } from "./report.ts";

/** What a run is asked for. */
export interface Settings {
  /** Repetitions of what is measured in rounds; the more, the less noise. */
  rounds: number;
  /** The functions to start cold; all when there is none. */
  only: readonly string[];
}

/** One part of the benchmark: `npm run bench -- <name>`. */
export type Part = (settings: Settings) => Promise<Table[]>;

/** Fewer say nothing, whatever the time. */
const FEWEST = 3;

/** Counts rounds from 0, as many as wanted, but no more once so many seconds have passed. */
export function* rounds(wanted: number, seconds: number): Generator<number> {
  const end = performance.now() + seconds * 1000;
  for (let round = 0; round < wanted && (round < FEWEST || performance.now() < end); round += 1) yield round;
}
