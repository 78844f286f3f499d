import { now } from "./clock.ts";

/**
 * A value that a warm function asks for once and keeps for some milliseconds. Whoever asks at the same time shares the
 * answer; what could not be had is not kept.
 */
export function kept<T>(milliseconds: number, ask: () => Promise<T>): () => Promise<T> {
  let known: { value: Promise<T>; until: number } | undefined;
  return () => {
    if (known && now() < known.until) return known.value;
    const asked = { value: ask(), until: now() + milliseconds };
    known = asked;
    asked.value.catch(() => {
      if (known === asked) known = undefined;
    });
    return asked.value;
  };
}
