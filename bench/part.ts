import type { Table } from "./report.ts";

/** The settings of a run. */
export interface Settings {
  /** Repetitions of what is measured in rounds; the more, the less noise. */
  rounds: number;
  /** The functions to start cold; all if there is none. */
  only: readonly string[];
  /** Whether only the values of the summary are needed. */
  short: boolean;
}

/** One part of the benchmark: `npm run bench -- <name>`. */
export type Part = (settings: Settings) => Promise<Table[]>;

/** Fewer rounds are not enough, however long they take. */
const FEWEST = 3;

/** Counts rounds from 0, as many as wanted, but no more once so many seconds have passed. */
export function* rounds(wanted: number, seconds: number): Generator<number> {
  const end = performance.now() + seconds * 1000;
  for (let round = 0; round < wanted && (round < FEWEST || performance.now() < end); round += 1) yield round;
}
