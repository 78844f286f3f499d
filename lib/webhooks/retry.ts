/** Seconds before the second attempt, the third, and so on. */
const DELAYS = [5, 300];
/** Each delay varies by a fifth, so that what failed together does not come back together. */
const JITTER = 0.2;

/** Whole seconds to wait after so many attempts; undefined when there is no further one. */
export function retryDelaySeconds(attemptsMade: number, random = Math.random()): number | undefined {
  const delay = DELAYS[attemptsMade - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 - JITTER + 2 * JITTER * random));
}
