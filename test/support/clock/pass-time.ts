import { now, setClock } from "#lib/platform/clock.ts";

/** Moves the service's clock forward by some seconds, until the test ends. */
export function passSeconds(seconds: number): void {
  const later = now() + seconds * 1_000;
  setClock(() => later);
}

/** Moves the service's clock forward by some minutes, until the test ends. */
export const passMinutes = (minutes: number): void => passSeconds(minutes * 60);

/** Sets the service's clock back to the real time. Runs after each test. */
export const resetClock = (): void => setClock(() => Date.now());
