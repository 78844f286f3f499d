/** Characters of the longest slug. */
export const LONGEST_SLUG = 100;

/** The slugs of {@link slugFrom}: lower-case words joined by -. */
export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Converts any text to lower-case words joined by -; empty if it has no Latin letters and digits. */
export const hyphenate = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** Converts any text to a slug: `A x B` becomes `a-x-b`. A slug is not changed. */
export const slugFrom = (text: string): string =>
  hyphenate(text).slice(0, LONGEST_SLUG).replace(/-$/, "") || "event";
