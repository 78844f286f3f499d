const TICK_MS = 100;

/**
 * Calls `run` after a number of milliseconds in which the event loop could run. A time in which it could not, because the CPU was busy or the
 * function was frozen, counts as one tick of 100 ms, and input that arrived in that time is processed before the next tick. Returns the
 * function that cancels the call.
 */
export function afterActiveTime(milliseconds: number, run: () => void): () => void {
  let ticks = Math.ceil(milliseconds / TICK_MS);
  const timer = setInterval(() => {
    ticks -= 1;
    if (ticks > 0) return;
    clearInterval(timer);
    run();
  }, TICK_MS);
  return () => clearInterval(timer);
}
