/**
 * Returns the quality value, from 0 to 1, in a header such as Accept (RFC 9110 §12.4.2), of the first of these names that it contains; 0 if it
 * contains none of them.
 */
export function acceptQuality(header: string, ...names: readonly string[]): number {
  const items = header.split(",").map((item) => item.split(";").map((part) => part.trim().toLowerCase()));
  const [match] = names.flatMap((name) => items.filter(([item]) => item === name).slice(0, 1));
  const quality = match?.find((part, at) => at > 0 && part.startsWith("q="));
  if (match === undefined) return 0;
  return quality === undefined ? 1 : Number(quality.slice(2));
}
