/** Works that are done together, and all they take for themselves. */
export interface Bundle<T> {
  works: T[];
  keys: string[];
  size: number;
}

/** A work, the keys of what it takes for itself, and its size. */
interface Bundled {
  keys: readonly string[];
  size: number;
}

/**
 * Puts works into bundles of at most some size. Those that share a key are never in one, and the earlier one is in an earlier
 * bundle; a work that is larger than that is alone.
 */
export function inBundles<T extends Bundled>(works: readonly T[], most: number): Bundle<T>[] {
  const bundles: Bundle<T>[] = [];
  const last = new Map<string, number>();
  for (const work of works) {
    const { keys, size } = work;
    const before = keys.reduce((latest, key) => Math.max(latest, last.get(key) ?? -1), -1);
    const found = bundles.findIndex((bundle, at) => at > before && bundle.size + size <= most);
    const at = found < 0 ? bundles.push({ works: [], keys: [], size: 0 }) - 1 : found;
    const bundle = bundles[at];
    bundle?.works.push(work);
    bundle?.keys.push(...keys);
    if (bundle) bundle.size += size;
    for (const key of keys) last.set(key, at);
  }
  return bundles;
}
