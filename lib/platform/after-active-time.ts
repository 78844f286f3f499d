const TICK_MS = 100;

/**
 * Calls `run` after so many milliseconds in which the event loop was free to run. A span in which it was not, because something
 * else had the CPU or the function was frozen, counts as one tick of 100 ms, and what came in meanwhile is seen before the next.
 * Returns how to cancel it.
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
