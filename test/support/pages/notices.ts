import type { Page } from "./visitor.ts";

/** What a page says is wrong. */
export const alertOf = ({ text }: Page): string | undefined => /role="alert"[^>]*>([^<]*)</.exec(text)?.[1];

/** What a page says the form before did. */
export const statusMessageOf = ({ text }: Page): string | undefined =>
  /role="status"[^>]*>([^<]*)</.exec(text)?.[1];
