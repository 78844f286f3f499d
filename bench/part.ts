import type { Table } from "./report.ts";

/** The settings of a run. */
export interface Settings {
  /** Repetitions of measurements. More of them reduce noise. */
  rounds: number;
  /** The functions whose cold starts are measured; all if empty. */
  only: readonly string[];
  /** Whether only the values of the summary are needed. */
  short: boolean;
}

/** One part of the benchmark: `npm run bench -- <name>`. */
export type Part = (settings: Settings) => Promise<Table[]>;

/** The minimum number of rounds, however long they take. */
const FEWEST = 3;

/** Counts rounds from 0 to the requested number, but starts no more after a number of seconds. */
export function* rounds(requested: number, seconds: number): Generator<number> {
  const end = performance.now() + seconds * 1000;
  for (let round = 0; round < requested && (round < FEWEST || performance.now() < end); round += 1)
    yield round;
}
