/** Milliseconds since 1970. The only clock of the service, so that a test can set it. */
export let now = (): number => Date.now();

/** The present instant as ISO text in UTC with milliseconds. */
export const nowIso = (): string => new Date(now()).toISOString();

/** Seconds since 1970, `days` from now: what the attribute `ttl` holds. */
export const expiryInDays = (days: number): number => Math.floor(now() / 1000) + days * 86_400;

/** Replaces the clock; for tests. */
export const setClock = (clock: () => number): void => {
  now = clock;
};
