/** A pattern of a policy as an expression for whole texts: `*` stands for any text, `?` for one character. */
export function wildcard(pattern: string, flags = ""): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, `s${flags}`);
}
