/** Milliseconds since 1970. The only clock of the service, so that tests can set it. */
export let now = (): number => Date.now();

/** The current time as an ISO 8601 string in UTC with milliseconds. */
export const nowIso = (): string => new Date(now()).toISOString();

/** Seconds since 1970, `days` from now, for the attribute `ttl`. */
export const expiryInDays = (days: number): number => secondsOf(now()) + days * 86_400;

/** Seconds since 1970, `days` after an ISO instant, for the attribute `ttl`. */
export const expiryAfter = (instant: string, days: number): number =>
  secondsOf(Date.parse(instant)) + days * 86_400;

const secondsOf = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** Replaces the clock; for tests. */
export const setClock = (clock: () => number): void => {
  now = clock;
};
