/**
 * A cache with a maximum number of entries. One entry more removes the one that was set first.
 *
 * @example
 * const formats = new BoundedCache<string, Intl.DateTimeFormat>(1_000);
 * const format = formats.get(zone) ?? formats.set(zone, new Intl.DateTimeFormat("en", { timeZone: zone }));
 */
export class BoundedCache<K, V> {
  readonly #entries = new Map<K, V>();
  /** Is always before the oldest entry. A new iterator would pass over all places of removed ones. */
  readonly #oldest = this.#entries.keys();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  /** Sets an entry, which becomes the newest, and returns its value. */
  set(key: K, value: V): V {
    this.#entries.delete(key);
    if (this.#entries.size >= this.#most) {
      const { value, done } = this.#oldest.next();
      if (!done) this.#entries.delete(value);
    }
    this.#entries.set(key, value);
    return value;
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }
}

/** Gets a cached promise, or calls `load` and caches its promise until it fails. Parallel calls share one promise. */
export function getOrLoad<K, T>(
  cache: BoundedCache<K, Promise<T>>,
  key: K,
  load: () => Promise<T>,
): Promise<T> {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const loading = cache.set(key, load());
  loading.catch(() => {
    if (cache.get(key) === loading) cache.delete(key);
  });
  return loading;
}
