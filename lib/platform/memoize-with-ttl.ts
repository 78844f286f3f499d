import { now } from "./clock.ts";
import { perService } from "./per-service.ts";

/**
 * Returns a function that calls `load` and caches its result for some milliseconds. Concurrent calls share one result. A failure is not cached.
 */
export function memoizeWithTtl<T>(milliseconds: number, load: () => Promise<T>): () => Promise<T> {
  const cache = perService((): { current?: { value: Promise<T>; until: number } | undefined } => ({}));
  return () => {
    const cached = cache();
    if (cached.current && now() < cached.current.until) return cached.current.value;
    const next = { value: load(), until: now() + milliseconds };
    cached.current = next;
    next.value.catch(() => {
      if (cached.current === next) cached.current = undefined;
    });
    return next.value;
  };
}
