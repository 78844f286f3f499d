import { now } from "./clock.ts";

/**
 * A value that a warm function asks for once and keeps for some milliseconds. Calls at the same time share the
 * answer; what could not be had is not kept.
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
