/** Digits of milliseconds since 1970 in base 36, enough until the year 5188. */
const DIGITS = 9;

/** An instant (ms since 1970) as nine characters of base 36, which sort as instants do. */
export const timeDigits = (milliseconds: number): string => milliseconds.toString(36).padStart(DIGITS, "0");

/** The instant (ms since 1970) that a text begins with; undefined when it begins with none. */
export function parseTimeDigits(text: string): number | undefined {
  const digits = text.slice(0, DIGITS);
  return /^[0-9a-z]{9}$/.test(digits) ? Number.parseInt(digits, 36) : undefined;
}
