import * as z from "zod";
import { type Html, html } from "./html.ts";

/** Characters of the longest text: a cookie has at most 4,096 bytes. */
const LONGEST_TEXT = 500;

/**
 * What a form did, or why it failed, for the page to which it redirects. A cookie brings it there, and the page shows it once. `email`
 * is what was typed into the sign-in page.
 */
export const Notice = z.object({
  kind: z.enum(["done", "problem"]),
  text: z.string(),
  email: z.string().max(254).optional().catch(undefined),
});
export type Notice = z.output<typeof Notice>;

/** The value of the cookie. */
export const noticeText = (notice: Notice): string => {
  const text = notice.text.slice(0, LONGEST_TEXT);
  return Buffer.from(JSON.stringify(Notice.parse({ ...notice, text }))).toString("base64url");
};

/** The notice in the value of a cookie; undefined if there is none or it is invalid. */
export function noticeIn(value: string | undefined): Notice | undefined {
  if (value === undefined) return undefined;
  try {
    return Notice.safeParse(JSON.parse(Buffer.from(value, "base64url").toString())).data;
  } catch {
    return undefined;
  }
}

/** The notice as a part of a page. Screen readers announce it. */
export const noticeHtml = (notice: Notice | undefined): Html | undefined =>
  notice &&
  (notice.kind === "problem"
    ? html`<p class="alert" role="alert" id="problem">${notice.text}</p>`
    : html`<p class="done" role="status">${notice.text}</p>`);
