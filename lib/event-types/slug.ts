/** Characters of the longest slug. */
const LONGEST = 100;

/** The slugs of {@link slugFrom}: lower-case words joined by -. */
export const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Converts any text to a slug: `A x B` becomes `a-x-b`. A slug is not changed. */
export const slugFrom = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, LONGEST)
    .replace(/-$/, "") || "event";
