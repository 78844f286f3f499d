import { now } from "./clock.ts";

/**
 * Returns a function that calls `load` and caches its result for some milliseconds. Concurrent calls share one result. A failure is not cached.
 */
export function memoizeWithTtl<T>(milliseconds: number, load: () => Promise<T>): () => Promise<T> {
  let current: { value: Promise<T>; until: number } | undefined;
  return () => {
    if (current && now() < current.until) return current.value;
    const next = { value: load(), until: now() + milliseconds };
    current = next;
    next.value.catch(() => {
      if (current === next) current = undefined;
    });
    return next.value;
  };
}
