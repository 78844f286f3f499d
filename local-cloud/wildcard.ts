/** Compiles a pattern of a policy: `*` matches any text, `?` one character. */
export function compileWildcard(pattern: string, flags = ""): RegExp {
  const source = RegExp.escape(pattern).replaceAll("\\*", ".*").replaceAll("\\?", ".");
  return new RegExp(`^${source}$`, `s${flags}`);
}
