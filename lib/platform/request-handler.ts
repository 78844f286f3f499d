const CONNECT_MS = 1_000;

/** How a client of AWS sends its requests: one that is not answered within so many milliseconds is given up. */
export const requestHandler = (requestTimeout: number) => ({
  connectionTimeout: CONNECT_MS,
  requestTimeout,
  // Without it a call that takes too long is only logged.
  throwOnRequestTimeout: true,
});
