import type { Page } from "./visitor.ts";

/** The error message of a page. */
export const alertOf = ({ text }: Page): string | undefined => /role="alert"[^>]*>([^<]*)</.exec(text)?.[1];

/** The success message of a page. */
export const statusMessageOf = ({ text }: Page): string | undefined =>
  /role="status"[^>]*>([^<]*)</.exec(text)?.[1];
