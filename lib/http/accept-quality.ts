/**
 * How much a caller wants something, from 0 to 1, by a header such as Accept (RFC 9110 §12.4.2): as it says of the first of
 * these names that it holds; 0 when it holds none.
 */
export function acceptQuality(header: string, ...names: readonly string[]): number {
  const items = header.split(",").map((item) => item.split(";").map((part) => part.trim().toLowerCase()));
  const [wanted] = names.flatMap((name) => items.filter(([item]) => item === name).slice(0, 1));
  const quality = wanted?.find((part, at) => at > 0 && part.startsWith("q="));
  if (wanted === undefined) return 0;
  return quality === undefined ? 1 : Number(quality.slice(2));
}
