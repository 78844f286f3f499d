const SPACE = /[^\S\uFEFF]/;

/**
 * Removes white space at both ends of a text. Unlike `trim`, it does not remove a byte-order mark, which is part of the text. It is a loop
 * because a regular expression that is anchored at the end takes quadratic time for long white space.
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
