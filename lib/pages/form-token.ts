import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { now } from "#lib/platform/clock.ts";

/** Seconds a page may stay open before its form is sent. */
const LIFE_SECONDS = 1_800;

/** What a form is bound to: the browser it was shown in, what it does, and all it was shown with. */
export interface Binding {
  browserToken: string;
  form: string;
  shown: string;
}

/**
 * The token a form carries so that nobody else can have sent it (CSRF). It is stored nowhere: it holds its time, a nonce
 * that makes it different on every page, and a code that is keyed with what only the browser's cookie holds.
 */
export function makeFormToken(binding: Binding): string {
  const page = `${Math.floor(now() / 1000)}.${randomBytes(12).toString("base64url")}`;
  return `${page}.${codeOf(binding, page)}`;
}

/** Whether a token was made for this form, in this browser, with these parameters, not long ago. */
export function isFormToken(token: string, binding: Binding): boolean {
  const [issuedAt = "", nonce = "", code = ""] = token.split(".");
  const expected = Buffer.from(codeOf(binding, `${issuedAt}.${nonce}`));
  const given = Buffer.from(code);
  const isGenuine = expected.length === given.length && timingSafeEqual(expected, given);
  const age = now() / 1000 - Number(issuedAt);
  return isGenuine && age <= LIFE_SECONDS;
}

const codeOf = ({ browserToken, form, shown }: Binding, page: string): string =>
  createHmac("sha256", browserToken)
    .update(JSON.stringify([form, page, shown]))
    .digest("base64url");
