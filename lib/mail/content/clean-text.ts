/** The most characters of a name or title in a subject or another header. */
export const LONGEST_IN_HEADER = 200;

/** Control characters, line separators, and those that change the direction of text. */
const CONTROLS = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * Removes what could act as more than text in a mail: control characters, and the start of encoded words (RFC 2047), which readers would
 * decode. Line breaks stay.
 */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(CONTROLS, "")
    .replace(/=(?=\?)/g, "= ")
    .trim();

/** {@link cleanText} in one line. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, " ");

const graphemes = /* @__PURE__ */ new Intl.Segmenter("en", { granularity: "grapheme" });

/** Cuts a text to at most a number of UTF-16 units, between characters as people see them. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = graphemes.segment(text).containing(longest - 1)?.index ?? 0;
  return `${text.slice(0, end)}…`;
}

/** Separates the parts of addresses by an invisible space, so that mail clients do not turn them into links. */
export const withoutLinks = (text: string): string => text.replace(/:\/\/|\.(?=[^\s.])/g, "$&\u200B");
