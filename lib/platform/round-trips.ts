/**
 * The database calls of one invocation. `trips` is the length of the longest chain of calls of which each began after the one before had
 * ended, so parallel calls count as one. It can be more than any call waited for: of two chains in parallel, one may go on after a call of
 * the other has ended. `calls` is the number of all calls.
 */
export interface RoundTrips {
  trips: number;
  calls: number;
}

const none = () => ({ trips: 0, calls: 0, longestEnded: 0 });

let current = none();

/** Resets the counts. A function runs one invocation at a time. */
export function resetRoundTrips(): void {
  current = none();
}

/** The counts since the last reset. */
export const roundTrips = (): RoundTrips => ({ trips: current.trips, calls: current.calls });

/** Runs a database call and counts it. */
export async function countRoundTrip<T>(call: () => Promise<T>): Promise<T> {
  const counts = current;
  const depth = counts.longestEnded + 1;
  counts.calls += 1;
  counts.trips = Math.max(counts.trips, depth);
  try {
    return await call();
  } finally {
    // Of its own invocation, which may be over.
    counts.longestEnded = Math.max(counts.longestEnded, depth);
  }
}
