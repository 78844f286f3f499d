/**
 * A cache with a maximum number of entries. One entry more removes a tenth of them, those that were set first.
 *
 * @example
 * const formats = new BoundedCache<string, Intl.DateTimeFormat>(1_000);
 * const format = formats.get(zone) ?? formats.set(zone, new Intl.DateTimeFormat("en", { timeZone: zone }));
 */
export class BoundedCache<K, V> {
  readonly #entries = new Map<K, V>();
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
    if (this.#entries.size >= this.#most) this.#removeOldest();
    this.#entries.set(key, value);
    return value;
  }

  /**
   * Removes many entries at once, because a new iterator passes over the places of all that were removed before. An iterator that is not advanced
   * must not be stored: it holds every earlier table of the map in memory.
   */
  #removeOldest(): void {
    const most = Math.floor(this.#most * 0.9);
    for (const key of this.#entries.keys()) {
      if (this.#entries.size <= most) return;
      this.#entries.delete(key);
    }
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
