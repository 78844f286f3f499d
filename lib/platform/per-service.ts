/** Number of times that this process has changed to another service. */
let changes = 0;

/**
 * Returns a function that returns a value of the service in the environment, such as a client or a cache. The value is created on first use,
 * and again after the process has changed to another service. Clients are declared with `@__PURE__`, so that bundles that don't use them
 * omit them.
 */
export function perService<T>(create: () => T): () => T {
  let current: { value: T; createdAt: number } | undefined;
  return () => {
    if (current?.createdAt !== changes) current = { value: create(), createdAt: changes };
    return current.value;
  };
}

/** Discards all values of {@link perService}, for programs that change the environment to another service. */
export function changeService(): void {
  changes += 1;
}
