/**
 * Counts the database round trips of one invocation: the length of the longest chain of calls that waited for
 * one another. Calls made side by side are one round trip; `calls` counts each.
 */
export interface RoundTrips {
  trips: number;
  calls: number;
}

let current: RoundTrips = { trips: 0, calls: 0 };
let finished = 0;

/** Starts counting again; a function runs one invocation at a time. */
export function resetRoundTrips(): void {
  current = { trips: 0, calls: 0 };
  finished = 0;
}

/** What was counted since the last reset. */
export const roundTrips = (): RoundTrips => current;

/** Counts one call while it runs. */
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
