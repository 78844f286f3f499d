/** Digits of milliseconds since 1970 in base 36, enough until the year 5188. */
const DIGITS = 9;

/** Renders an instant (ms since 1970) as nine characters of base 36, which sort in the order of time. */
export const timeDigits = (milliseconds: number): string => milliseconds.toString(36).padStart(DIGITS, "0");

/** Parses the instant (ms since 1970) at the start of a text; undefined if there is none. */
export function parseTimeDigits(text: string): number | undefined {
  const digits = text.slice(0, DIGITS);
  return /^[0-9a-z]{9}$/.test(digits) ? Number.parseInt(digits, 36) : undefined;
}
