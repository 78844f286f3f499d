/**
 * The database calls of one invocation. `trips` is the length of the longest chain of calls that waited for each other, so parallel calls count
 * as one; `calls` is the number of all calls.
 */
export interface RoundTrips {
  trips: number;
  calls: number;
}

let current: RoundTrips = { trips: 0, calls: 0 };
let finished = 0;

/** Resets the counts. A function runs one invocation at a time. */
export function resetRoundTrips(): void {
  current = { trips: 0, calls: 0 };
  finished = 0;
}

/** The counts since the last reset. */
export const roundTrips = (): RoundTrips => current;

/** Runs a database call and counts it. */
export async function countRoundTrip<T>(call: () => Promise<T>): Promise<T> {
  const depth = finished + 1;
  current.calls += 1;
  current.trips = Math.max(current.trips, depth);
  try {
    return await call();
  } finally {
    finished = Math.max(finished, depth);
  }
}
