/** How many times this process has changed to another service. */
let changes = 0;

/**
 * Holds a value that belongs to the service in the environment, such as a client or a cache. It is made at its first use, and again after
 * the process has changed to another service. Clients are declared with `@__PURE__`: bundles that don't use them leave them out.
 */
export function perService<T>(make: () => T): () => T {
  let current: { value: T; madeAt: number } | undefined;
  return () => {
    if (current?.madeAt !== changes) current = { value: make(), madeAt: changes };
    return current.value;
  };
}

/** Drops all values of {@link perService}; for programs that change the environment to another service. */
export function changeService(): void {
  changes += 1;
}
