const SPACE = /[^\S\uFEFF]/;

/**
 * A text without the white space around it. Unlike `trim` it keeps a byte-order mark, which is part of what was sent.
 * A loop, as an expression anchored at the end takes quadratic time on long white space.
 *
 * @example
 * z.string().overwrite(trimSpace).min(1)
 */
export function trimSpace(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && SPACE.test(text.charAt(start))) start += 1;
  while (start < end && SPACE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
