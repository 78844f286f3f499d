type Environment = Record<string, string | undefined>;

/** Where a setting of the SDK may come from. */
interface Setting<T> {
  environmentVariableSelector: (environment: Environment) => T | undefined;
  default: T | (() => T | Promise<T>);
}

/**
 * Bundles use this in place of the SDK's own `loadConfig`: a Lambda has its settings in the environment, so the search for
 * configuration files, which a dozen settings made at the first call, never runs.
 */
export function loadConfig<T>({
  environmentVariableSelector,
  default: fallback,
}: Setting<T>): () => Promise<T> {
  let known: Promise<T> | undefined;
  const load = async (): Promise<T> => {
    const value = environmentVariableSelector(process.env);
    if (value !== undefined) return value;
    return fallback instanceof Function ? fallback() : fallback;
  };
  return () => {
    known ??= load();
    return known;
  };
}
