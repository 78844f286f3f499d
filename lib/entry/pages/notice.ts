import * as z from "zod";
import { type Html, html } from "./html.ts";

/** Characters of the longest text: a cookie has at most 4,096 bytes. */
const LONGEST_TEXT = 500;

/**
 * The result of a form, for the page to which it redirects. It is in a cookie, and the page shows it once. `email` is the address entered
 * on the sign-in page.
 */
export const Notice = z.object({
  kind: z.enum(["done", "problem"]),
  text: z.string(),
  email: z.string().max(254).optional().catch(undefined),
});
export type Notice = z.output<typeof Notice>;

/** Serializes a notice for its cookie. */
export const noticeText = (notice: Notice): string => {
  const text = notice.text.slice(0, LONGEST_TEXT);
  return Buffer.from(JSON.stringify(Notice.parse({ ...notice, text }))).toString("base64url");
};

/** Parses the notice in a cookie; undefined if it is missing or invalid. */
export function noticeIn(value: string | undefined): Notice | undefined {
  if (value === undefined) return undefined;
  try {
    return Notice.safeParse(JSON.parse(Buffer.from(value, "base64url").toString())).data;
  } catch {
    return undefined;
  }
}

/** The markup of a notice. Screen readers announce it. */
export const noticeHtml = (notice: Notice | undefined): Html | undefined =>
  notice &&
  (notice.kind === "problem"
    ? html`<p class="alert" role="alert" id="problem">${notice.text}</p>`
    : html`<p class="done" role="status">${notice.text}</p>`);
