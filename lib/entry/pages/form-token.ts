import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { now } from "#lib/platform/clock.ts";

/** Seconds after which a form can no longer be sent. */
const EXPIRES_AFTER_SECONDS = 1_800;

/** What a form is bound to: the browser, the path of the form (`form`), and the query of its page (`shown`). */
export interface Binding {
  browserToken: string;
  form: string;
  shown: string;
}

/**
 * Creates the token that protects a form against CSRF. It is stored nowhere: it contains its time, a nonce that makes it different on every
 * page, and a MAC whose key is the browser's cookie.
 */
export function makeFormToken(binding: Binding): string {
  const page = `${Math.floor(now() / 1000)}.${randomBytes(12).toString("base64url")}`;
  return `${page}.${codeOf(binding, page)}`;
}

/** Whether a token was created for this form, browser and query, and has not expired. */
export function isFormToken(token: string, binding: Binding): boolean {
  const [issuedAt = "", nonce = "", code = ""] = token.split(".");
  const expected = Buffer.from(codeOf(binding, `${issuedAt}.${nonce}`));
  const actual = Buffer.from(code);
  const isGenuine = expected.length === actual.length && timingSafeEqual(expected, actual);
  const age = now() / 1000 - Number(issuedAt);
  return isGenuine && age <= EXPIRES_AFTER_SECONDS;
}

const codeOf = ({ browserToken, form, shown }: Binding, page: string): string =>
  createHmac("sha256", browserToken)
    .update(JSON.stringify([form, page, shown]))
    .digest("base64url");
